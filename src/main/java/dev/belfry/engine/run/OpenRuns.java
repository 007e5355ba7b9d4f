package dev.belfry.engine.run;

import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.ShardKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The runs that are under way or wait for an attempt, by their check, and how many an instance
 * takes on. It holds state and calls no other part of the engine. Confined to one thread.
 */
final class OpenRuns implements ResultWriter.Listener {
  /** Longer than any read takes. */
  private static final long REMEMBERED_MILLIS = 60_000;

  private final EngineClock clock;
  private final Capacity capacity;
  private final Map<UUID, List<Run>> byCheck = new HashMap<>();
  private final Set<ResultBatch.RunKey> stored = new HashSet<>();
  private final Map<ResultBatch.RunKey, Gone> gone = new LinkedHashMap<>();
  private int size;
  private int probes;

  /**
   * How much an instance takes on.
   *
   * @param openRuns that may be under way, wait for a place or wait for a retry
   * @param probes that may be in flight at once, at least 1
   */
  record Capacity(int openRuns, int probes) {}

  /**
   * A run that ended here or moved to another instance. A row read before that may still arrive.
   *
   * @param attempts the fewest that a row must count to be newer than this
   */
  private record Gone(int attempts, long at) {}

  OpenRuns(EngineClock clock, Capacity capacity) {
    this.clock = clock;
    this.capacity = capacity;
  }

  /** Runs under way or waiting for an attempt. */
  int size() {
    return size;
  }

  /** Probes under way or waiting for a connection slot, those of abandoned runs included. */
  int probing() {
    return probes;
  }

  /** Runs with a probe under way whose attempt is made for one of these shards. */
  int probing(Collection<ShardKey> shards) {
    return which(run -> run.probing && shards.contains(run.place)).size();
  }

  /** Whether no further run should begin. */
  boolean isFull() {
    return size >= capacity.openRuns();
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

  /** Notes that a probe of the run begins. */
  void onProbeBegun(Run run) {
    run.probing = true;
    probes++;
  }

  /** Notes that a probe of the run has ended. */
  void onProbeEnded(Run run) {
    run.probing = false;
    probes--;
  }

  /** The runs of a check, as a copy. */
  List<Run> of(UUID check) {
    return List.copyOf(byCheck.getOrDefault(check, List.of()));
  }

  private List<Run> which(Predicate<Run> predicate) {
    return byCheck.values().stream().flatMap(List::stream).filter(predicate).toList();
  }

  /**
   * Notes that a stored row says the run is open and that this instance goes on with it.
   *
   * @param attempts made so far; a row with too few was read before the run ended or moved
   * @return false when the run is known already or the row is out of date
   */
  boolean keep(ResultBatch.RunKey run, int attempts) {
    Gone before = gone.get(run);
    return (before == null || attempts >= before.attempts()) && stored.add(run);
  }

  /** Notes which runs the batch ended and which it handed to another location. */
  @Override
  public void onBatchWritten(ResultBatch batch) {
    long now = clock.now();
    Iterator<Gone> eldest = gone.values().iterator();
    while (eldest.hasNext() && now - eldest.next().at() > REMEMBERED_MILLIS) {
      eldest.remove();
    }
    batch.ended.forEach(run -> remember(run, new Gone(Integer.MAX_VALUE, now)));
    batch.waiting.forEach(
        (run, next) -> {
          if (next.elsewhere()) {
            remember(run, new Gone(next.attempts(), now));
          }
        });
  }

  private void remember(ResultBatch.RunKey run, Gone last) {
    stored.remove(run);
    gone.remove(run);
    gone.put(run, last);
  }

  /** Ends a run without a result: its probe's answer and its turn on the wheel are ignored. */
  void abandon(Run run) {
    run.abandoned = true;
    run.cancelled = true;
    remove(run);
  }

  /** Abandons the runs of shards; for the next owner they are still open. */
  void abandon(Collection<ShardKey> shards) {
    drop(which(run -> shards.contains(run.place)));
  }

  /** Abandons those runs of shards that wait for an attempt. */
  void abandonWaiting(Collection<ShardKey> shards) {
    drop(which(run -> !run.probing && shards.contains(run.place)));
  }

  private void drop(List<Run> runs) {
    for (Run run : runs) {
      abandon(run);
      stored.remove(run.key);
    }
  }

  /** Abandons all runs and forgets what is known of earlier ones. */
  void abandonAll() {
    which(run -> true).forEach(this::abandon);
    stored.clear();
    gone.clear();
  }
}
