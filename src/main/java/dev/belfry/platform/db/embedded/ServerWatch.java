package dev.belfry.platform.db.embedded;

import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a server again that has died, and gives up after repeated failures. */
final class ServerWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerWatch.class);
  private static final long PERIOD_MILLIS = 250;

  private final RestartPauses pauses = new RestartPauses();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final BooleanSupplier alive;
  private final Runnable restart;
  private final Runnable gone;

  /**
   * @param restart starts the server; throws when that fails
   * @param gone told once, when the watch gives up
   */
  ServerWatch(BooleanSupplier alive, Runnable restart, Runnable gone) {
    this.alive = alive;
    this.restart = restart;
    this.gone = gone;
  }

  void start() {
    Thread thread = new Thread(this::watch, "belfry-postgres-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    while (!isClosedAfter(PERIOD_MILLIS)) {
      if (alive.getAsBoolean()) {
        continue;
      }
      OptionalLong pause = pauses.next(System.nanoTime());
      if (pause.isEmpty()) {
        LOG.error("The embedded Postgres died again and again and is not started any more");
        gone.run();
        return;
      }
      if (!isClosedAfter(pause.getAsLong())) {
        restart();
      }
    }
  }

  private void restart() {
    LOG.warn("The embedded Postgres has died; starting it again");
    try {
      restart.run();
    } catch (RuntimeException e) {
      LOG.warn("The embedded Postgres could not be started again: {}", e.getMessage());
    }
  }

  private boolean isClosedAfter(long millis) {
    try {
      return closed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Ends the watch; an attempt under way goes on. */
  @Override
  public void close() {
    closed.countDown();
  }
}
