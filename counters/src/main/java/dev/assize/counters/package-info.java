/**
 * The client of the counter protocol (docs/counter-protocol.md): a program under test publishes its
 * settings and counters to the lab. Outside of a trial it does nothing. How samples are used is the
 * lab's concern, not this package's.
 */
@NullMarked
package dev.assize.counters;

import org.jspecify.annotations.NullMarked;
