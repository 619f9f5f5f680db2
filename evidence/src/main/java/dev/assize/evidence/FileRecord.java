package dev.assize.evidence;

import dev.assize.experiment.Bytes;

/**
 * A file of the evidence or of a trial's outputs.
 *
 * @param path relative to the attempt's directory, or to the workspace for outputs
 * @param sha256 of the whole content, lower-case hex, also where only its ends were kept
 */
public record FileRecord(String path, Bytes size, String sha256) {}
