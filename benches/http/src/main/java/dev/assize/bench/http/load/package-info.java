/**
 * The load generator: connections, schedules, readers that check every byte, and the histogram. It
 * speaks to any server of the endpoints and knows nothing of this bench's server.
 */
@NullMarked
package dev.assize.bench.http.load;

import org.jspecify.annotations.NullMarked;
