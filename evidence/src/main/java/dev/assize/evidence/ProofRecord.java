package dev.assize.evidence;

/**
 * One proof of an arm, as {@code proofs.json} of the attempt holds it.
 *
 * @param proof what was to be proved, in words: {@code environment X}, {@code log REGEX}
 * @param pid of the process it was taken of; 0 when there was none
 * @param expected what the spec asks for
 * @param found what was there; empty when it could not be read
 * @param held whether they agree
 */
public record ProofRecord(String proof, int pid, String expected, String found, boolean held) {}
