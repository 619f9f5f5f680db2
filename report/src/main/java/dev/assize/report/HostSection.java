package dev.assize.report;

import dev.assize.evidence.FileRecord;
import dev.assize.evidence.HostRecord;
import java.util.ArrayList;
import java.util.List;

/** The machine, and the executables and inputs on it, when the run began. */
final class HostSection {
  private HostSection() {}

  static Section of(HostRecord host) {
    List<Block> blocks = new ArrayList<>();
    List<List<Block.Datum>> facts = new ArrayList<>();
    List<List<Block.Datum>> minor = new ArrayList<>();
    host.facts()
        .forEach(
            (name, value) -> {
              boolean listed = name.startsWith("mount ") || name.startsWith("limit ");
              (listed ? minor : facts).add(List.of(Block.Datum.of(name), Block.Datum.of(value)));
            });
    blocks.add(
        facts.isEmpty()
            ? new Block.Paragraph("Nothing was recorded about the machine.")
            : facts(facts));
    if (!minor.isEmpty()) {
      blocks.add(new Block.Details("Mounts and limits", List.of(facts(minor))));
    }
    if (!host.files().isEmpty()) {
      blocks.add(
          new Block.Details(
              EffectSections.count(host.files().size(), "executable or input file")
                  + " with hashes",
              List.of(files(host.files()))));
    }
    return Section.of("host", "Host", blocks);
  }

  private static Block.Table facts(List<List<Block.Datum>> rows) {
    return new Block.Table(
        "The machine when the run began",
        Block.Column.of(Block.Column.text("Fact"), Block.Column.text("Value")),
        rows,
        true);
  }

  private static Block.Table files(List<FileRecord> files) {
    List<List<Block.Datum>> rows = new ArrayList<>();
    for (FileRecord file : files) {
      rows.add(
          List.of(
              Block.Datum.code(file.path()),
              Block.Datum.of(DisplayUnit.bytes(file.size().value())),
              Block.Datum.code(file.sha256())));
    }
    return new Block.Table(
        "Executables and inputs",
        Block.Column.of(
            Block.Column.text("Path"), Block.Column.number("Size"), Block.Column.text("SHA-256")),
        rows);
  }
}
