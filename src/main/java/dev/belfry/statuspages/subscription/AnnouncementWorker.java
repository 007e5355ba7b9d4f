package dev.belfry.statuspages.subscription;

import dev.belfry.platform.cluster.Timers;
import dev.belfry.platform.db.Database;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues the messages of announcements to subscribers, piece by piece. Every instance has one; each
 * piece is a transaction, so that an instance may die at any moment. Confined to one thread.
 */
public final class AnnouncementWorker {
  private static final Logger LOG = LoggerFactory.getLogger(AnnouncementWorker.class);
  private static final long POLL_MILLIS = 2_000;
  private static final long PAUSE_MILLIS = 100;

  private final Supplier<Future<Progress>> pieces;
  private final Timers timers;
  private boolean working;
  private boolean woken;
  private boolean pausing;
  private boolean away;
  private boolean stopped;
  private @Nullable Promise<Void> idle;

  /** What became of a piece. */
  enum Progress {
    /** There is no announcement. */
    NONE,
    /** Every announcement waits for its messages, or for another instance. */
    WAITING,
    /** A piece is queued. */
    QUEUED
  }

  /** Creates a worker on this database that has not started. */
  public AnnouncementWorker(Database database, Timers timers) {
    this(new AnnouncementStore(database)::queuePiece, timers);
  }

  /** Creates a worker that queues digests when they are due. */
  public static AnnouncementWorker ofDigests(Database database, Timers timers) {
    return new AnnouncementWorker(new DigestStore(database)::queuePiece, timers);
  }

  /**
   * @param pieces queues one piece; its future fails when the database does
   */
  AnnouncementWorker(Supplier<Future<Progress>> pieces, Timers timers) {
    this.pieces = pieces;
    this.timers = timers;
  }

  /** Looks for announcements now and every two seconds. */
  public void start() {
    if (!stopped) {
      wake();
      timers.after(POLL_MILLIS, this::start);
    }
  }

  /**
   * Looks for announcements now if a notification says that there are new ones.
   *
   * @param payload of a notification on {@link dev.belfry.platform.outbox.PgOutbox#CHANNEL}
   * @return whether the notification is about announcements
   */
  public boolean wake(String payload) {
    boolean ours = payload.equals(Announcements.PAYLOAD);
    if (ours) {
      wake();
    }
    return ours;
  }

  /** Looks for announcements now, since there may be new ones. */
  public void wake() {
    woken = true;
    if (working || stopped) {
      return;
    }
    woken = false;
    working = true;
    pieces.get().onComplete(this::onPiece);
  }

  /** Begins no more pieces. Completes when none is under way; the future never fails. */
  public Future<Void> stop() {
    stopped = true;
    Promise<Void> promise = Promise.promise();
    idle = promise;
    completeIfIdle();
    return promise.future();
  }

  private void onPiece(AsyncResult<Progress> done) {
    working = false;
    if (done.failed()) {
      onFailed(done.cause());
      pause();
    } else {
      onDone(done.result());
    }
    completeIfIdle();
  }

  private void onDone(Progress progress) {
    if (away) {
      away = false;
      LOG.info("Queueing messages to subscribers works again");
    }
    if (progress == Progress.QUEUED || woken) {
      wake();
    } else if (progress == Progress.WAITING) {
      pause();
    }
  }

  private void onFailed(Throwable cause) {
    if (!away && !stopped) {
      away = true;
      LOG.warn("Cannot queue messages to subscribers; retrying: {}", cause.toString());
    }
  }

  private void pause() {
    if (!pausing) {
      pausing = true;
      timers.after(
          PAUSE_MILLIS,
          () -> {
            pausing = false;
            wake();
          });
    }
  }

  private void completeIfIdle() {
    if (idle != null && !working) {
      idle.tryComplete();
    }
  }
}
