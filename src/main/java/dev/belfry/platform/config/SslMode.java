package dev.belfry.platform.config;

/** How the connection to Postgres is encrypted; the words of the {@code sslmode} parameter. */
public enum SslMode {
  DISABLE,
  ALLOW,
  PREFER,
  REQUIRE,
  VERIFY_CA,
  VERIFY_FULL;

  /** The word in a connection address, such as {@code verify-full}. */
  public String wire() {
    return ValueParser.wire(this);
  }
}
