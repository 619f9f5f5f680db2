package dev.assize.lab;

/**
 * How a session of the lab ended.
 *
 * @param complete every planned trial has its last attempt and the journal is closed
 * @param why what stopped the lab when not complete; empty when complete
 */
public record LabResult(boolean complete, String why) {}
