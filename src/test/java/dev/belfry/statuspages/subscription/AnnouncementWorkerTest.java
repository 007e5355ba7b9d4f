package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.subscription.AnnouncementWorker.Progress;
import dev.belfry.testing.FakeTimers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnnouncementWorkerTest {
  private final FakeTimers timers = new FakeTimers();
  private final List<Promise<Progress>> pieces = new ArrayList<>();
  private final AnnouncementWorker worker = new AnnouncementWorker(this::piece, timers);

  private Future<Progress> piece() {
    Promise<Progress> piece = Promise.promise();
    pieces.add(piece);
    return piece.future();
  }

  private void end(Progress progress) {
    pieces.get(pieces.size() - 1).complete(progress);
  }

  @Test
  void goesOnUntilNothingIsLeft() {
    worker.start();
    end(Progress.QUEUED);
    end(Progress.QUEUED);
    end(Progress.NONE);
    assertThat(pieces).hasSize(3);
  }

  @Test
  void findsWithinTwoSecondsWhatNoNotificationSaid() {
    worker.start();
    end(Progress.NONE);
    timers.pass(2_000);
    assertThat(pieces).hasSize(2);
  }

  @Test
  void wakesForAnnouncementsOnly() {
    worker.start();
    end(Progress.NONE);
    assertThat(worker.wake("")).isFalse();
    assertThat(pieces).hasSize(1);
    assertThat(worker.wake(Announcements.PAYLOAD)).isTrue();
    assertThat(pieces).hasSize(2);
  }

  @Test
  void looksAgainWhenItWasWokenDuringAPiece() {
    worker.start();
    worker.wake();
    assertThat(pieces).hasSize(1);
    end(Progress.NONE);
    assertThat(pieces).hasSize(2);
  }

  @Test
  void pausesWhileEveryAnnouncementWaits() {
    worker.start();
    end(Progress.WAITING);
    worker.wake();
    end(Progress.WAITING);
    assertThat(pieces).hasSize(2);
    timers.pass(99);
    assertThat(pieces).hasSize(2);
    timers.pass(1);
    assertThat(pieces).hasSize(3);
  }

  @Test
  void triesAgainWhenTheDatabaseIsAway() {
    worker.start();
    pieces.get(0).fail("away");
    assertThat(pieces).hasSize(1);
    timers.pass(100);
    assertThat(pieces).hasSize(2);
    end(Progress.QUEUED);
    assertThat(pieces).hasSize(3);
  }

  @Test
  void aStopWaitsForThePieceUnderWay() {
    worker.start();
    Future<Void> stopped = worker.stop();
    assertThat(stopped.isComplete()).isFalse();
    end(Progress.QUEUED);
    assertThat(stopped.succeeded()).isTrue();
    timers.pass(10_000);
    assertThat(pieces).hasSize(1);
  }

  @Test
  void aStopWithNothingUnderWayIsImmediate() {
    worker.start();
    end(Progress.NONE);
    assertThat(worker.stop().succeeded()).isTrue();
  }
}
