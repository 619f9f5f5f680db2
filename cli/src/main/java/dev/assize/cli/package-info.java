/**
 * The {@code assize} command: arguments in, exit status out. Everything it shows comes from the
 * other modules; what it adds is words, progress and exit codes.
 */
@NullMarked
package dev.assize.cli;

import org.jspecify.annotations.NullMarked;
