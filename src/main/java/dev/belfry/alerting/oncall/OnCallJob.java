package dev.belfry.alerting.oncall;

import dev.belfry.alerting.delivery.GuardedDocuments;
import dev.belfry.alerting.oncall.CalendarCopyStore.Due;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.JobRunner;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;

/**
 * Reads the calendars of schedules every five minutes, and less often those that fail; expands the
 * turns of rotations every hour, since time goes on. Runs on every instance; a lease lets one of
 * them work on a schedule at a time. What was read last stays in force while a calendar cannot be
 * read.
 */
public final class OnCallJob {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final Duration BETWEEN_READINGS = Duration.ofMinutes(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(15);

  /** Longer than a reading with all its bounds. */
  private static final Duration LEASE = Duration.ofMinutes(2);

  private static final int AT_ONCE = 8;
  private static final int WORKERS = 1;

  private final JobRunner jobs;
  private final CalendarCopyStore store;
  private final Sealer sealer;
  private final GuardedDocuments documents;
  private final CalendarClient client;
  private final WorkerExecutor workers;
  private final InstantSource clock;

  /**
   * Creates it; {@link #start} begins.
   *
   * @param address where the database is
   * @param userAgent header of requests for calendars
   */
  public OnCallJob(
      Vertx vertx,
      DatabaseAddress address,
      Config config,
      Sealer sealer,
      String userAgent,
      InstantSource clock) {
    this.jobs = new JobRunner(vertx, address, config.database(), 1, PATIENCE);
    this.store = new CalendarCopyStore(jobs.database());
    this.sealer = sealer;
    this.documents =
        new GuardedDocuments(
            vertx,
            new AddressPolicy(config.probe().allowPrivateTargets(), config.probe().allowTargets()),
            userAgent,
            AT_ONCE,
            clock);
    this.client = new CalendarClient(documents);
    this.workers = vertx.createSharedWorkerExecutor("belfry-calendars", WORKERS);
    this.clock = clock;
  }

  /** Starts reading, until it is stopped. */
  public void start() {
    jobs.every(BETWEEN_LOOKS, "Reading on-call calendars", this::round);
  }

  /** Stops; what is under way is read by another instance, or at the next start. */
  public Future<Void> stop() {
    return jobs.stop().eventually(documents::close).eventually(workers::close);
  }

  /**
   * Reads all calendars and expands all rotations that are due. Fails when the database is away.
   */
  Future<Void> round() {
    long now = clock.millis();
    return store
        .claim(now, now + LEASE.toMillis(), AT_ONCE)
        .compose(
            due ->
                Future.join(due.stream().map(this::read).toList())
                    .compose(
                        done ->
                            due.size() == AT_ONCE && !jobs.stopped()
                                ? round()
                                : Future.succeededFuture()));
  }

  private Future<Void> read(Due due) {
    RotationState turns = due.turns();
    String sealed = due.url();
    if (turns != null || sealed == null) {
      return turns == null
          ? Future.succeededFuture()
          : store.renew(due, turns, clock.millis()).recover(failure -> fail(due, failure));
    }
    return unsealed(due, sealed)
        .compose(url -> client.read(url, due))
        .compose(found -> store(due, found))
        .recover(failure -> fail(due, failure));
  }

  private Future<String> unsealed(Due due, String sealed) {
    try {
      return Future.succeededFuture(
          sealer.unseal(OnCallSettings.urlOf(due.account(), due.schedule()), sealed));
    } catch (UnsealException lost) {
      return Future.failedFuture(
          new UnreadableCalendarException(
              "The address cannot be unsealed; set it again or restore the sealing key"));
    }
  }

  /** What a worker made of a calendar. */
  private record Work(CalendarCopy copy, String sealed, ShiftExpansion shifts) {}

  private Future<Void> store(Due due, Optional<CalendarCopy> found) {
    return workers
        .executeBlocking(
            () -> {
              CalendarCopy copy = found.isPresent() ? found.get() : stored(due);
              ShiftExpansion shifts = expand(due, copy);
              return new Work(
                  copy,
                  sealer.seal(
                      OnCallSettings.calendarOf(due.account(), due.schedule()), copy.text()),
                  shifts);
            },
            false)
        .compose(
            work -> {
              long now = clock.millis();
              return store.succeed(
                  due,
                  work.copy(),
                  work.sealed(),
                  work.shifts(),
                  now,
                  now + BETWEEN_READINGS.toMillis());
            });
  }

  private CalendarCopy stored(Due due) throws UnreadableCalendarException {
    String calendar = due.calendar();
    try {
      return new CalendarCopy(
          calendar == null
              ? ""
              : sealer.unseal(OnCallSettings.calendarOf(due.account(), due.schedule()), calendar),
          due.etag(),
          due.lastModified());
    } catch (UnsealException lost) {
      throw new UnreadableCalendarException("The last copy of the calendar cannot be unsealed");
    }
  }

  private ShiftExpansion expand(Due due, CalendarCopy copy) throws UnreadableCalendarException {
    String zone = due.zone();
    try {
      return ShiftExpansion.of(
          copy.text(), zone == null ? null : ZoneId.of(zone), clock.millis(), System::nanoTime);
    } catch (RuntimeException | StackOverflowError unexpected) {
      throw new UnreadableCalendarException("The calendar cannot be understood");
    }
  }

  /** The last good copy is expanded again, since time goes on. */
  private Future<Void> fail(Due due, Throwable failure) {
    if (!(failure instanceof UnreadableCalendarException unreadable)) {
      return Future.failedFuture(failure);
    }
    long pause =
        Math.min(
            LONGEST_PAUSE.toMillis(),
            Duration.ofMinutes(1).toMillis() << Math.min(due.failures(), 10));
    String reason = String.valueOf(unreadable.getMessage());
    return lastGood(due)
        .compose(shifts -> store.fail(due, reason, shifts.orElse(null), clock.millis() + pause));
  }

  private Future<Optional<ShiftExpansion>> lastGood(Due due) {
    return due.calendar() == null
        ? Future.succeededFuture(Optional.empty())
        : workers
            .executeBlocking(() -> Optional.of(expand(due, stored(due))), false)
            .otherwise(Optional.empty());
  }
}
