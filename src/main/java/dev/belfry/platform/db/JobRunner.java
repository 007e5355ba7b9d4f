package dev.belfry.platform.db;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repeats a job on connections of its own, and retries it after the database was unavailable. */
public final class JobRunner {
  private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
  private static final Duration FAREWELL = Duration.ofMillis(500);
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Database database;
  private final Set<String> failing = ConcurrentHashMap.newKeySet();
  private volatile boolean stopped;

  /**
   * @param connections at least 1
   * @param patience how long a statement may take
   */
  public JobRunner(
      Vertx vertx,
      DatabaseAddress address,
      Config.Database base,
      int connections,
      Duration patience) {
    this(
        vertx,
        ConnectOptions.of(address, patience).ranked(LoginTurns.Rank.JOBS),
        base.with(connections, patience),
        connections);
  }

  private JobRunner(Vertx vertx, ConnectOptions options, Config.Database config, int connections) {
    this.vertx = vertx;
    this.database = new Database(vertx, options, config, connections);
  }

  /** Makes one for work that requests wait for too: its connections are opened with theirs. */
  public static JobRunner ofRequests(
      Vertx vertx,
      DatabaseAddress address,
      Config.Database base,
      int connections,
      Duration patience) {
    return new JobRunner(
        vertx, ConnectOptions.of(address, patience), base.with(connections, patience), connections);
  }

  /** The connections of these jobs. */
  public Database database() {
    return database;
  }

  /** Whether jobs should come to an end. */
  public boolean stopped() {
    return stopped;
  }

  /**
   * Does a job now and again after each pause, or within a second of a failure; a streak of
   * failures is one warning.
   *
   * @param what the job's name, for people, as the beginning of a sentence
   */
  public void every(Duration pause, String what, Supplier<Future<Void>> job) {
    if (stopped) {
      return;
    }
    job.get()
        .onComplete(
            done -> {
              Throwable failure = done.cause();
              note(what, failure);
              Duration next = failure == null || pause.compareTo(SOON) < 0 ? pause : SOON;
              if (!stopped) {
                vertx.setTimer(next.toMillis(), due -> every(pause, what, job));
              }
            });
  }

  /**
   * Does a job now, again after the pause that it completes with, or within a second of a failure,
   * and whenever it is woken.
   *
   * @param what the job's name, for people, as the beginning of a sentence
   */
  public WakeableJob wakeable(String what, Supplier<Future<Duration>> job) {
    WakeableJob wakeable =
        new WakeableJob(
            vertx,
            () ->
                Future.succeededFuture()
                    .compose(begun -> job.get()) // It may throw: the next round must be made.
                    .onComplete(done -> note(what, done.cause()))
                    .otherwise(SOON),
            this::stopped);
    wakeable.wake();
    return wakeable;
  }

  private void note(String what, @Nullable Throwable failure) {
    if (failure == null) {
      failing.remove(what);
    } else if (!stopped && failing.add(what)) {
      LOG.warn("{} failed, retrying: {}", what, failure.getMessage());
    }
  }

  /** Stops; what is under way is broken off, for which a long statement is not waited. */
  public Future<Void> stop() {
    if (stopped) {
      return Future.succeededFuture();
    }
    stopped = true;
    return database
        .close()
        .timeout(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)
        .recover(late -> Future.succeededFuture());
  }
}
