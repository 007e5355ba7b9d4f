package dev.belfry.alerting.preview;

import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Attempts of many checks that are read before their replays, so that few statements are enough.
 * What was not read ahead is read when it is needed.
 */
final class ReadAhead {
  /** About as many rows are read by a statement, and by all of them. */
  private static final long ROWS_AT_ONCE = 20_000;

  private static final long MOST_ROWS = 300_000;

  private final PreviewParentStore store;
  private final PreviewBudget budget;
  private final boolean retries;
  private final Map<UUID, TreeMap<Long, Loaded>> loaded = new HashMap<>();

  /** A range of slots of a check; the end is exclusive. */
  record Window(PreviewedCheck check, long from, long to) {
    private long rows() {
      return check.series().size() * (1 + (to - from) / Math.max(1, check.facts().period()));
    }
  }

  private record Loaded(long to, List<StoredAttempt> attempts) {}

  /**
   * @param retries whether attempts that are not final are read too
   */
  ReadAhead(PreviewParentStore store, PreviewBudget budget, boolean retries) {
    this.store = store;
    this.budget = budget;
    this.retries = retries;
  }

  /** The ranges in which a reading plan reads these moments, with what it reads before them. */
  static List<Window> windows(
      PreviewedCheck check, NavigableSet<Long> moments, long from, long summed, long to) {
    List<Window> windows = new ArrayList<>();
    for (long moment : moments) {
      add(
          windows,
          check,
          Math.max(from, moment - CheckReplay.LONGEST_RUN_MILLIS),
          Math.min(to, moment + ParentMoments.UNIT));
    }
    add(windows, check, Math.max(from, summed - CheckReplay.LONGEST_RUN_MILLIS), to);
    return windows;
  }

  private static void add(List<Window> windows, PreviewedCheck check, long from, long to) {
    Window last = windows.isEmpty() ? null : windows.get(windows.size() - 1);
    if (last != null && from <= last.to()) {
      windows.set(windows.size() - 1, new Window(check, last.from(), Math.max(last.to(), to)));
    } else if (from < to) {
      windows.add(new Window(check, from, to));
    }
  }

  /** Reads windows until there are too many rows; fails when the database is away. */
  Future<Void> load(List<Window> windows) {
    loaded.clear();
    return load(windows, 0, 0);
  }

  private Future<Void> load(List<Window> windows, int at, long before) {
    if (at == windows.size() || before >= MOST_ROWS || budget.isOver()) {
      return Future.succeededFuture();
    }
    int end = at;
    long rows = 0;
    while (end < windows.size() && (rows == 0 || rows + windows.get(end).rows() <= ROWS_AT_ONCE)) {
      rows += windows.get(end++).rows();
    }
    List<Window> part = windows.subList(at, end);
    int next = end;
    long sum = before + rows;
    return store
        .attempts(part, retries)
        .compose(
            attempts -> {
              attempts.values().forEach(some -> budget.read(some.size()));
              attempts.forEach(this::keep);
              return load(windows, next, sum);
            });
  }

  private void keep(Window window, List<StoredAttempt> attempts) {
    loaded
        .computeIfAbsent(window.check().id(), check -> new TreeMap<>())
        .put(window.from(), new Loaded(window.to(), attempts));
  }

  /** The attempts in a range of slots, in the order of replays; null when it was not read. */
  @Nullable List<StoredAttempt> attempts(
      PreviewedCheck check, boolean wantsRetries, long from, long to) {
    TreeMap<Long, Loaded> own = loaded.get(check.id());
    Map.Entry<Long, Loaded> window = own == null ? null : own.floorEntry(from);
    if (window == null || window.getValue().to() < to || (wantsRetries && !retries)) {
      return null;
    }
    List<StoredAttempt> found = new ArrayList<>();
    for (StoredAttempt one : window.getValue().attempts()) {
      if (one.slot() >= from && one.slot() < to && (wantsRetries || one.attempt() == 0)) {
        found.add(one);
      }
    }
    return found;
  }
}
