package dev.assize.experiment;

import java.time.Instant;

/**
 * What was fixed before the first run.
 *
 * @param spec SHA-256 of the spec's bytes, lower-case hex
 * @param plan SHA-256 of plan.json's bytes, lower-case hex
 */
public record Seal(int schema, String tool, String spec, String plan, long seed, Instant at) {}
