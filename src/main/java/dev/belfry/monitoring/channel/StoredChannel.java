package dev.belfry.monitoring.channel;

/**
 * What the row of a channel holds, secrets included; it never leaves this package.
 *
 * @param config JSON text
 * @param settings the flags, JSON text
 */
record StoredChannel(ChannelType type, String config, String settings) {

  /** Without the configuration, which may hold secrets. */
  @Override
  public String toString() {
    return "StoredChannel[type=" + type + "]";
  }
}
