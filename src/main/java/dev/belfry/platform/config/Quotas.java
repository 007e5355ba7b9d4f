package dev.belfry.platform.config;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What each account may have.
 *
 * @param most by quota, 0 = unlimited; the default where one is missing
 */
public record Quotas(Map<Quota, Long> most) {
  /** The defaults. */
  public static final Quotas PRESET = new Quotas(Map.of());

  public Quotas {
    EnumMap<Quota, Long> copy = new EnumMap<>(Quota.class);
    copy.putAll(most);
    most = Map.copyOf(copy);
  }

  /** The number of a quota, 0 = unlimited. */
  public long of(Quota quota) {
    return most.getOrDefault(quota, quota.preset());
  }

  /** The quotas that the database counts, as its functions read them. */
  public String session() {
    return Arrays.stream(Quota.values())
        .filter(Quota::stored)
        .map(quota -> quota.wire() + "=" + of(quota))
        .collect(Collectors.joining(" "));
  }
}
