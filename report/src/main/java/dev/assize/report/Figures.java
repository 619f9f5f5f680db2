package dev.assize.report;

import java.util.ArrayList;
import java.util.List;

/** Finds figures wherever they are in a document. */
final class Figures {
  private Figures() {}

  static List<Block.Figure> in(Document document) {
    List<Block.Figure> figures = new ArrayList<>();
    document.sections().forEach(section -> collect(section.blocks(), figures));
    return figures;
  }

  private static void collect(List<Block> blocks, List<Block.Figure> into) {
    for (Block block : blocks) {
      switch (block) {
        case Block.Figure figure -> into.add(figure);
        case Block.Details details -> collect(details.content(), into);
        case Block.Paragraph _, Block.Bullets _, Block.Code _, Block.Table _ -> {}
      }
    }
  }
}
