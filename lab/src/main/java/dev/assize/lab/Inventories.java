package dev.assize.lab;

import dev.assize.experiment.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The inventory of each cell that has inputs. */
final class Inventories {
  private final Map<Cell, Inventory> inventories = new LinkedHashMap<>();

  boolean has(Cell cell) {
    return inventories.containsKey(cell);
  }

  Inventory take(Cell cell, List<Path> inputs) throws IOException {
    Inventory inventory = Inventory.take(inputs);
    inventories.put(cell, inventory);
    return inventory;
  }

  /** What changed since the inventory was taken; nothing for a cell without inputs. */
  List<String> changes(Cell cell) throws IOException {
    Inventory inventory = inventories.get(cell);
    return inventory == null ? List.of() : inventory.changes();
  }

  Map<Cell, Inventory> all() {
    return Map.copyOf(inventories);
  }
}
