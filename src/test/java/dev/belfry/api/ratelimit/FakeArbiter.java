package dev.belfry.api.ratelimit;

import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The rules of {@link PgArbiter} in memory, by any clock. Counts the tokens it has given. */
public final class FakeArbiter implements Arbiter {
  private final LongSupplier millis;
  private final Map<String, long[]> windows = new HashMap<>();

  public FakeArbiter(LongSupplier millis) {
    this.millis = millis;
  }

  @Override
  public synchronized Answer grant(Want want) {
    long now = millis.getAsLong();
    long[] window = windows.computeIfAbsent(want.bucket(), first -> new long[] {now, 0});
    Seen seen = want.seen();
    boolean known = window[0] == seen.endMillis();
    long apart = window[0] - now - seen.leftMillis();
    if (known && seen.leftMillis() > 0) {
      if (Math.abs(apart) > Seen.SLACK_MILLIS) {
        window[0] = now + seen.leftMillis();
      }
    } else if (window[0] <= now
        || window[0] > now + want.windowMillis()
        || (known && apart > Seen.SLACK_MILLIS)) {
      window[0] = now + want.newMillis();
      window[1] = 0;
    }
    long base = window[1] + want.owed();
    long rest = Math.max(0, want.capacity() - base);
    long more = Math.min(want.more(), Math.max(0, rest - want.must()) / 6);
    long grant = Math.min(rest, want.must() + more);
    window[1] = base + grant;
    Future<Grant> granted =
        Future.succeededFuture(new Grant((int) grant, (int) window[1], window[0] - now, window[0]));
    return new Answer(granted, granted);
  }

  @Override
  public synchronized Future<Void> release(String bucket, long endMillis, int tokens) {
    long[] window = windows.get(bucket);
    if (window != null && window[0] == endMillis) {
      window[1] = Math.max(0, window[1] - tokens);
    }
    return Future.succeededFuture();
  }
}
