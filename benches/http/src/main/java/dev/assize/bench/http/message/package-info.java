/**
 * What the server and the load generator must agree on: documents, message patterns, and how both
 * read their options. No sockets here.
 */
@NullMarked
package dev.assize.bench.http.message;

import org.jspecify.annotations.NullMarked;
