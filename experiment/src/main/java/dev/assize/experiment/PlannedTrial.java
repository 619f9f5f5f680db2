package dev.assize.experiment;

/**
 * One execution of one arm in one block, as planned.
 *
 * @param number from 1, in the order of execution over the whole plan
 * @param measured false for warm-up
 * @param block from 1 among the measured blocks of the cell, or among its warm-up blocks
 * @param position from 0, inside the block
 * @param padding length in bytes of the padding variable of this trial
 */
public record PlannedTrial(
    int number, boolean measured, Cell cell, ArmName arm, int block, int position, int padding) {}
