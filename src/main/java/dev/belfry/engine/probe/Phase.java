package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.Reason;

/** The phases of a probe, in the order of a hop; a type of check leaves out what it lacks. */
public enum Phase {
  LOOKUP(Reason.NAME_LOOKUP_TIMEOUT, "while looking up the host name"),
  CONNECT(Reason.CONNECT_TIMEOUT, "while connecting"),
  SECURE(Reason.TLS_TIMEOUT, "during the TLS handshake"),
  FIRST_BYTE(Reason.FIRST_BYTE_TIMEOUT, "while waiting for the first byte"),
  DOWNLOAD(Reason.DOWNLOAD_TIMEOUT, "while reading the answer");

  private final Reason timeout;
  private final String when;

  Phase(Reason timeout, String when) {
    this.timeout = timeout;
    this.when = when;
  }

  /** The reason of a probe that times out in this phase. */
  Reason timeout() {
    return timeout;
  }

  /** The phase as part of a message, such as {@code while connecting}. */
  String when() {
    return when;
  }
}
