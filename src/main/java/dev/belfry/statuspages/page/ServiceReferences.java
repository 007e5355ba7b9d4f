package dev.belfry.statuspages.page;

import static java.util.Objects.requireNonNull;

import dev.belfry.api.contract.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The services that a body names.
 *
 * @param entries in the order of the body; absent where the schema found no valid id
 */
public record ServiceReferences(List<Field<UUID>> entries) {
  private static final ServiceReferences NONE = new ServiceReferences(List.of());

  public ServiceReferences {
    entries = List.copyOf(entries);
  }

  /** No service at all. */
  public static ServiceReferences none() {
    return NONE;
  }

  /** The ids of a body without violations. */
  public List<UUID> ids() {
    return entries.stream().map(entry -> requireNonNull(entry.value())).toList();
  }

  /** The indexes of the entries whose service an entry before them names already. */
  public List<Integer> repeated() {
    Set<UUID> seen = new HashSet<>();
    List<Integer> repeated = new ArrayList<>(0);
    for (int i = 0; i < entries.size(); i++) {
      UUID id = entries.get(i).value();
      if (id != null && !seen.add(id)) {
        repeated.add(i);
      }
    }
    return repeated;
  }
}
