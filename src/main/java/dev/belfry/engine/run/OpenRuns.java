package dev.belfry.engine.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** The runs that are under way or wait for a retry, by their check. Confined to one thread. */
final class OpenRuns {
  /** Longer than any read takes. */
  private static final long REMEMBERED_MILLIS = 60_000;

  private final Map<UUID, List<Run>> byCheck = new HashMap<>();
  private final Set<ResultBatch.RunKey> stored = new HashSet<>();
  private final Map<ResultBatch.RunKey, Gone> gone = new LinkedHashMap<>();
  private int size;

  /**
   * What was here and is over or another's: rows may still come that were read before.
   *
   * @param attempts that a row must count to be news
   */
  private record Gone(int attempts, long at) {}

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
   * @param attempts made so far, by which a row that is out of date is known
   * @return whether that is news: not what was known already, or what was read before it was over
   */
  boolean keep(ResultBatch.RunKey run, int attempts) {
    Gone before = gone.get(run);
    return (before == null || attempts >= before.attempts()) && stored.add(run);
  }

  /** It has been written what ended and what goes on elsewhere. */
  void written(ResultBatch batch, long now) {
    Iterator<Gone> eldest = gone.values().iterator();
    while (eldest.hasNext() && now - eldest.next().at() > REMEMBERED_MILLIS) {
      eldest.remove();
    }
    batch.ended.forEach(run -> leave(run, new Gone(Integer.MAX_VALUE, now)));
    batch.waiting.forEach(
        (run, next) -> {
          if (next.elsewhere()) {
            leave(run, new Gone(next.attempts(), now));
          }
        });
  }

  private void leave(ResultBatch.RunKey run, Gone last) {
    stored.remove(run);
    gone.remove(run);
    gone.put(run, last);
  }

  /** A run is not ours to take care of any more. */
  void drop(ResultBatch.RunKey run) {
    stored.remove(run);
  }

  /** Forgets all runs. */
  void clear() {
    byCheck.clear();
    stored.clear();
    gone.clear();
    size = 0;
  }
}
