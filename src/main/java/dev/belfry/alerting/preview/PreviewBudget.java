package dev.belfry.alerting.preview;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** How much a preview may still read, and for how long. Confined to one event loop. */
final class PreviewBudget {
  /** What ended a preview before it was complete, by its name on the wire. */
  enum Limit {
    ROWS,
    TIME
  }

  private static final long MOST_ROWS = 2_000_000;
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final LongSupplier nanos;
  private final long begun;
  private final BooleanSupplier gone;
  private long rows;
  private @Nullable Limit limit;

  /**
   * @param gone whether the client has disconnected
   */
  PreviewBudget(BooleanSupplier gone) {
    this(System::nanoTime, gone);
  }

  PreviewBudget(LongSupplier nanos, BooleanSupplier gone) {
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
    this.gone = gone;
  }

  void read(int more) {
    rows += more;
  }

  long rows() {
    return rows;
  }

  /** What has ended the preview; null while it goes on. */
  @Nullable Limit limit() {
    return limit;
  }

  /** Whether no more may be read: a limit is reached, or nobody waits for the answer. */
  boolean isOver() {
    if (limit == null && rows >= MOST_ROWS) {
      limit = Limit.ROWS;
    } else if (limit == null && nanos.getAsLong() - begun > MOST_NANOS) {
      limit = Limit.TIME;
    }
    return limit != null || isAbandoned();
  }

  /** Whether nobody waits for the answer. */
  boolean isAbandoned() {
    return gone.getAsBoolean();
  }
}
