package dev.belfry.platform.cluster;

import io.vertx.core.Vertx;

/** Timers of a Vert.x event loop. */
public final class VertxTimers implements Timers {
  private final Vertx vertx;

  public VertxTimers(Vertx vertx) {
    this.vertx = vertx;
  }

  @Override
  public void after(long millis, Runnable what) {
    vertx.setTimer(Math.max(1, millis), due -> what.run());
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }
}
