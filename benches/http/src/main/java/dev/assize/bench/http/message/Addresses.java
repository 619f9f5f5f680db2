package dev.assize.bench.http.message;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Reads --host and --port. */
public final class Addresses {
  private Addresses() {}

  /** The first address that a name or address stands for. */
  public static InetSocketAddress of(String host, int port) throws BenchFailure {
    try {
      return new InetSocketAddress(InetAddress.getAllByName(host)[0], port);
    } catch (UnknownHostException e) {
      throw BenchFailure.usage("--host: expected a name or an address, found '" + host + "'");
    }
  }
}
