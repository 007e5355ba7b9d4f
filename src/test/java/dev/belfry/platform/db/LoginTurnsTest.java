package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.db.LoginTurns.Rank;
import dev.belfry.platform.db.LoginTurns.Turn;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoginTurnsTest {
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final AtomicLong nowMillis = new AtomicLong();
  private final LoginTurns turns =
      new LoginTurns(() -> TimeUnit.MILLISECONDS.toNanos(nowMillis.get()));
  private final List<String> begun = new ArrayList<>();
  private final List<Turn> open = new ArrayList<>();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void servesSharedConnectionsFirstThenThoseOfRequests() {
    onEventLoop(
        () -> {
          for (int i = 0; i < LoginTurns.AT_ONCE; i++) {
            ask(Rank.REQUESTS, "first");
          }
          ask(Rank.JOBS, "background");
          ask(Rank.REQUESTS, "request");
          ask(Rank.SHARED, "shared");
        });
    assertThat(begun).hasSize(LoginTurns.AT_ONCE).containsOnly("first");
    onEventLoop(() -> endAndForget(3));
    assertThat(begun.subList(LoginTurns.AT_ONCE, begun.size()))
        .containsExactly("shared", "request", "background");
  }

  @Test
  void leavesMostTurnsToRequests() {
    onEventLoop(
        () -> {
          for (int i = 0; i < LoginTurns.AT_ONCE; i++) {
            ask(Rank.JOBS, "background");
          }
          ask(Rank.REQUESTS, "request");
        });
    assertThat(begun).filteredOn("background"::equals).hasSize(LoginTurns.JOBS_AT_ONCE);
    assertThat(begun).contains("request");
    onEventLoop(() -> endAndForget(1));
    assertThat(begun).filteredOn("background"::equals).hasSize(LoginTurns.JOBS_AT_ONCE + 1);
  }

  @Test
  void endsATurnOnce() {
    onEventLoop(
        () -> {
          for (int i = 0; i < LoginTurns.AT_ONCE + 2; i++) {
            ask(Rank.REQUESTS, "login " + i);
          }
        });
    Turn first = open.get(0);
    onEventLoop(first::end);
    onEventLoop(first::end);
    assertThat(begun).hasSize(LoginTurns.AT_ONCE + 1);
    assertThat(first.isOver()).isTrue();
  }

  /** The event loop that would tell of their end may be gone. */
  @Test
  void takesBackTurnsWhoseEndIsNotTold() {
    for (int i = 0; i < LoginTurns.AT_ONCE; i++) {
      onEventLoop(() -> ask(Rank.REQUESTS, "forgotten"));
    }
    Future<Turn> next = turns.take(vertx, Rank.REQUESTS);
    nowMillis.addAndGet(LoginTurns.LONGEST_MILLIS);
    Turn late = next.await();
    assertThat(open).hasSize(LoginTurns.AT_ONCE).allMatch(Turn::isOver);
    assertThat(late.isOver()).isFalse();
  }

  @Test
  void letsANewServerAnswerRequestsBeforeOthersLogIn() {
    turns.moved();
    onEventLoop(
        () -> {
          ask(Rank.JOBS, "job");
          ask(Rank.WORK, "work");
          ask(Rank.REQUESTS, "request");
          ask(Rank.SHARED, "shared");
        });
    assertThat(begun).containsExactly("request", "shared");

    later(Rank.WORK.calmMillis, () -> endAndForget(2));
    assertThat(begun).hasSize(2);

    later(Rank.WORK.calmMillis, () -> {});
    assertThat(begun).endsWith("work").hasSize(3);

    later(Rank.JOBS.calmMillis, () -> endAndForget(1));
    assertThat(begun).hasSize(3);

    later(Rank.JOBS.calmMillis, () -> {});
    assertThat(begun).endsWith("job").hasSize(4);
  }

  @Test
  void doesNotKeepJobsWaitingForRequestsThatGoOnLoggingIn() {
    turns.moved();
    onEventLoop(() -> ask(Rank.JOBS, "job"));
    long step = Rank.WORK.calmMillis / 2;
    for (long passed = step; passed < Rank.JOBS.patienceMillis; passed += step) {
      later(step, () -> ask(Rank.REQUESTS, "request"));
      onEventLoop(() -> endAndForget(1));
      assertThat(begun).doesNotContain("job");
    }
    later(step, () -> {});
    assertThat(begun).contains("job");
  }

  /** Does something when so much time has passed, and asks once more, so that others may begin. */
  private void later(long millis, Runnable work) {
    nowMillis.addAndGet(millis);
    onEventLoop(
        () -> {
          work.run();
          turns.take(vertx, Rank.JOBS).onSuccess(Turn::end);
        });
  }

  private void ask(Rank rank, String name) {
    turns
        .take(vertx, rank)
        .onSuccess(
            turn -> {
              begun.add(name);
              open.add(turn);
            });
  }

  private void endAndForget(int count) {
    for (int i = 0; i < count; i++) {
      open.remove(0).end();
    }
  }

  /** Runs something and what follows from it at once on one event loop. */
  private void onEventLoop(Runnable work) {
    Promise<Void> done = Promise.promise();
    context.runOnContext(
        here -> {
          work.run();
          context.runOnContext(next -> done.complete());
        });
    done.future().await();
  }
}
