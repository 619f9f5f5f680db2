/**
 * Live sampling of processes, the host and counters, and the taking of proofs. Writes records and
 * concludes nothing: whether a reading voids a trial is for the lab and the judge.
 */
@NullMarked
package dev.assize.observe;

import org.jspecify.annotations.NullMarked;
