package dev.belfry.resource;

import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

/** Ids as texts read for statements; what is no id at all names nothing and is left out. */
public final class ResourceIds {
  private static final int GUID_LENGTH = 36;

  private ResourceIds() {}

  /** Those that are GUIDs. */
  public static UUID[] guids(Collection<String> ids) {
    return ids.stream().flatMap(id -> guid(id).stream()).toArray(UUID[]::new);
  }

  /** Those that are decimal numbers of 64 bits. */
  public static Long[] numbers(Collection<String> ids) {
    return ids.stream().flatMap(id -> number(id).stream()).toArray(Long[]::new);
  }

  private static Optional<UUID> guid(String id) {
    try {
      return id.length() == GUID_LENGTH ? Optional.of(UUID.fromString(id)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> number(String id) {
    try {
      return Optional.of(Long.valueOf(id));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
