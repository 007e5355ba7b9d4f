package dev.belfry.platform.cluster;

import io.vertx.core.Vertx;

/** Runs tasks later on a Vert.x event loop. */
public final class VertxTimers implements Timers {
  private final Vertx vertx;

  /** Creates timers that run on the context of the caller. */
  public VertxTimers(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public void after(long millis, Runnable task) {
    vertx.setTimer(Math.max(1, millis), due -> task.run());
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }
}
