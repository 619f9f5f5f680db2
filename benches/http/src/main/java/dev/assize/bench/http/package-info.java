/**
 * The command line of the HTTP bench: it names the two subcommands and turns failures into one line
 * and an exit status. The server and the load generator live in packages of their own.
 */
@NullMarked
package dev.assize.bench.http;

import org.jspecify.annotations.NullMarked;
