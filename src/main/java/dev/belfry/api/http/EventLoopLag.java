package dev.belfry.api.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;

/** Measures how late an event loop runs its timers. */
final class EventLoopLag {
  private static final long PERIOD_MILLIS = 250;

  private EventLoopLag() {}

  /** Starts to measure the event loop of the caller. */
  static void measure(Vertx vertx, MeterRegistry registry) {
    Timer lag =
        Timer.builder("belfry.eventloop.lag")
            .description("How late an event loop gets round to a timer")
            .publishPercentiles(0.5, 0.99, 1)
            .register(registry);
    next(vertx, lag);
  }

  private static void next(Vertx vertx, Timer lag) {
    long set = System.nanoTime();
    vertx.setTimer(
        PERIOD_MILLIS,
        due -> {
          long late = System.nanoTime() - set - TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
          lag.record(Math.max(0, late), TimeUnit.NANOSECONDS);
          next(vertx, lag);
        });
  }
}
