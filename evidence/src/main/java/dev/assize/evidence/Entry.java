package dev.assize.evidence;

import java.time.Instant;

/**
 * A line of the journal.
 *
 * @param sequence from 1
 * @param at wall-clock time of writing, UTC
 * @param previous SHA-256 of the line before, without its newline; 64 zeros for the first
 */
public record Entry(long sequence, Instant at, String previous, Event event) {}
