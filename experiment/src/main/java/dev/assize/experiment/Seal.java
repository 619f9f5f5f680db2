package dev.assize.experiment;

import java.time.Instant;

/**
 * What was fixed before the first run.
 *
 * @param spec SHA-256 of the spec's bytes, lower-case hex
 * @param directory absolute directory that the spec's relative paths start from
 * @param plan SHA-256 of plan.json's bytes, lower-case hex
 */
public record Seal(
    int schema, String tool, String spec, String plan, String directory, long seed, Instant at) {}
