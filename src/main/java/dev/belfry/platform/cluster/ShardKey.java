package dev.belfry.platform.cluster;

/**
 * Names a shard.
 *
 * @param location a region, account/slug of a private location, or {@link #DEFAULT_LOCATION}
 * @param shard 0 to 31
 */
public record ShardKey(String location, int shard) {
  /** The location of a monitor that names none; every instance covers it. */
  public static final String DEFAULT_LOCATION = "default";

  /** The location as its account knows it: without the account. */
  public String name() {
    return location.substring(location.indexOf('/') + 1);
  }
}
