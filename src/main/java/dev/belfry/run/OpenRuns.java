package dev.belfry.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** The runs that are under way or wait for a retry, by their check. Confined to one thread. */
final class OpenRuns {
  private final Map<UUID, List<Run>> byCheck = new HashMap<>();
  private final Set<Batch.RunKey> stored = new HashSet<>();
  private int size;

  int size() {
    return size;
  }

  void add(Run run) {
    byCheck.computeIfAbsent(run.checkId, check -> new ArrayList<>(1)).add(run);
    size++;
  }

  void remove(Run run) {
    List<Run> runs = byCheck.get(run.checkId);
    if (runs != null && runs.remove(run)) {
      size--;
      if (runs.isEmpty()) {
        byCheck.remove(run.checkId);
      }
    }
  }

  List<Run> of(UUID check) {
    return List.copyOf(byCheck.getOrDefault(check, List.of()));
  }

  List<Run> which(Predicate<Run> predicate) {
    return byCheck.values().stream().flatMap(List::stream).filter(predicate).toList();
  }

  /**
   * Notes that a run is stored as open and taken care of here.
   *
   * @return whether that was not known already
   */
  boolean keep(Batch.RunKey run) {
    return stored.add(run);
  }

  /** A run is no longer stored as open, or not ours to take care of. */
  void drop(Batch.RunKey run) {
    stored.remove(run);
  }

  /** Forgets all runs. */
  void clear() {
    byCheck.clear();
    stored.clear();
    size = 0;
  }
}
