package dev.assize.experiment;

/** Where packets between a server and its load travel. */
public enum Network {
  /** The host's loopback; <code>${address}</code> is 127.0.0.1. */
  LOOPBACK,
  /** Server and load in network namespaces of their own, joined by a veth pair. */
  VETH
}
