package dev.assize.lab;

import dev.assize.experiment.ArmName;
import dev.assize.experiment.Cell;

/** A cell and an arm: what setup and cleanup belong to. */
record Site(Cell cell, ArmName arm) {
  @Override
  public String toString() {
    return cell + " " + arm;
  }
}
