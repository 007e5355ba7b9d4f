package dev.belfry.monitoring.check;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Versions of TLS in their order, named as on the wire. */
public enum TlsVersion {
  TLS_1_0("TLS1.0", "TLSv1"),
  TLS_1_1("TLS1.1", "TLSv1.1"),
  TLS_1_2("TLS1.2", "TLSv1.2"),
  TLS_1_3("TLS1.3", "TLSv1.3");

  private static final Pattern SPELLING = Pattern.compile("(?i)(?:TLS ?v?)?(1\\.[0-3])");

  private final String wire;
  private final String protocol;

  TlsVersion(String wire, String protocol) {
    this.wire = wire;
    this.protocol = protocol;
  }

  /** Name in JSON, such as {@code TLS1.3}. */
  public String wire() {
    return wire;
  }

  /** Reads a version as people write it: {@code TLS1.3}, {@code TLSv1.3} or {@code TLS 1.3}. */
  public static Optional<TlsVersion> parse(String text) {
    Matcher spelled = SPELLING.matcher(text.strip());
    return spelled.matches()
        ? Arrays.stream(values()).filter(one -> one.wire.endsWith(spelled.group(1))).findFirst()
        : Optional.empty();
  }

  /** The version that Java calls by this name, such as {@code TLSv1}; empty for any other. */
  public static Optional<TlsVersion> ofProtocol(String name) {
    return Arrays.stream(values()).filter(one -> one.protocol.equals(name)).findFirst();
  }
}
