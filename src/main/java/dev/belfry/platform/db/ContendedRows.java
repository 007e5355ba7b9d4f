package dev.belfry.platform.db;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The rows that other connections had locked a moment ago, by id. A statement that skips locked
 * rows need not be tried for them. Times are those of {@link System#nanoTime}. Confined to one
 * event loop.
 */
final class ContendedRows {
  private static final long REMEMBERED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int MOST = 1_000;

  private final Map<Object, Long> found = new LinkedHashMap<>();

  /** A row was locked. */
  void add(Object id, long now) {
    found.remove(id);
    if (found.size() == MOST) {
      Iterator<Object> oldest = found.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    found.put(id, now);
  }

  /** Whether a row was found locked within the last 250 ms. */
  boolean contains(Object id, long now) {
    Long at = found.get(id);
    if (at != null && now - at > REMEMBERED_NANOS) {
      found.remove(id);
      return false;
    }
    return at != null;
  }
}
