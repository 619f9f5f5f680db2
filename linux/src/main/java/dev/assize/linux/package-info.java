/**
 * Linux system calls as Java methods, one method a call, by the foreign function interface. An
 * errno becomes a {@link dev.assize.linux.LinuxException}. Policy (when to kill, what to measure,
 * what a limit means) does not live here.
 */
@NullMarked
package dev.assize.linux;

import org.jspecify.annotations.NullMarked;
