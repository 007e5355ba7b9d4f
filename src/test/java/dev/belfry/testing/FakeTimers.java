package dev.belfry.testing;

import dev.belfry.platform.cluster.Timers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Timers whose time passes when a test says so. */
public final class FakeTimers implements Timers {
  private final List<Due> waiting = new ArrayList<>();
  private long nanos = 1_000_000_000L;

  private record Due(long at, Runnable what) {}

  @Override
  public void after(long millis, Runnable what) {
    waiting.add(new Due(nanos + millis * 1_000_000, what));
  }

  @Override
  public long nanos() {
    return nanos;
  }

  /** Milliseconds that have passed since the counter's zero. */
  public long millis() {
    return nanos / 1_000_000;
  }

  /** Lets time pass; everything due happens in its order. */
  public void pass(long millis) {
    long end = nanos + millis * 1_000_000;
    while (true) {
      Due next =
          waiting.stream()
              .filter(due -> due.at() <= end)
              .min(Comparator.comparingLong(Due::at))
              .orElse(null);
      if (next == null) {
        nanos = end;
        return;
      }
      waiting.remove(next);
      nanos = Math.max(nanos, next.at());
      next.what().run();
    }
  }
}
