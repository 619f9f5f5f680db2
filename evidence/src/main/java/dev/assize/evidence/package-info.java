/**
 * The run directory and the types of the records in it: append with a hash chain, make durable,
 * verify, read. Records hold what was measured, in whole nanoseconds, bytes and counts. What the
 * numbers mean is decided by the judge, not here.
 */
@NullMarked
package dev.assize.evidence;

import org.jspecify.annotations.NullMarked;
