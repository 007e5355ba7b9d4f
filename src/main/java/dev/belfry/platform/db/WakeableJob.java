package dev.belfry.platform.db;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A job that says when it is to be done again, and that is done at once when it is woken. One round
 * at a time, all on one event loop; {@link #wake} may be called by any thread.
 */
public final class WakeableJob {
  private final Vertx vertx;
  private final Context context;
  private final Supplier<Future<Duration>> round;
  private final BooleanSupplier stopped;
  private long timer;
  private boolean working;
  private boolean woken;

  /**
   * Creates a job on the present event loop, which {@link #wake} begins.
   *
   * @param round never fails; completes with the pause until the next one
   */
  public WakeableJob(Vertx vertx, Supplier<Future<Duration>> round, BooleanSupplier stopped) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.round = round;
    this.stopped = stopped;
  }

  /** Has the job done now, or again right after the round that is under way. */
  public void wake() {
    context.runOnContext(
        due -> {
          woken = true;
          if (!working) {
            vertx.cancelTimer(timer);
            work();
          }
        });
  }

  private void work() {
    if (stopped.getAsBoolean()) {
      return;
    }
    working = true;
    woken = false;
    round.get().onSuccess(pause -> context.runOnContext(done -> rest(pause)));
  }

  private void rest(Duration pause) {
    working = false;
    if (woken) {
      work();
    } else if (!stopped.getAsBoolean()) {
      timer = vertx.setTimer(pause.toMillis(), due -> work());
    }
  }
}
