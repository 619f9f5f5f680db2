/**
 * The server under test, on Netty: transports, endpoints, counters and the admin listener. It
 * measures nothing but what it counts.
 */
@NullMarked
package dev.assize.bench.http.server;

import org.jspecify.annotations.NullMarked;
