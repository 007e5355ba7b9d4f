package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a real event loop, with answers of the test's own. */
class WaitingRoomIT {
  private static final long LONG = 20_000;

  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final ConcurrentLinkedQueue<Set<UUID>> questions = new ConcurrentLinkedQueue<>();
  private volatile Future<Set<UUID>> answer = Future.succeededFuture(Set.of());
  private final WaitingRoom room = new WaitingRoom(vertx, this::over, () -> false, 3);
  private final UUID first = new UUID(0, 1);
  private final UUID second = new UUID(0, 2);

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private Future<Set<UUID>> over(Collection<UUID> asked) {
    questions.add(new HashSet<>(asked));
    return answer;
  }

  private Future<Boolean> await(UUID session, long millis) {
    Promise<Boolean> entered = Promise.promise();
    loop.runOnContext(now -> room.await(session, millis).onComplete(entered));
    return entered.future();
  }

  @Test
  void asksOnceForAllWhoWaitAndLetsGoThoseWhoseSessionIsOver() {
    Future<Boolean> one = await(first, LONG);
    Future<Boolean> another = await(first, LONG);
    Future<Boolean> late = await(second, 1_000);
    answer = Future.succeededFuture(Set.of(first));
    assertThat(one.await()).isTrue();
    assertThat(another.await()).isTrue();
    answer = Future.succeededFuture(Set.of());
    assertThat(late.await()).isFalse();
    assertThat(questions).first().isEqualTo(Set.of(first, second));
    assertThat(questions).last().isEqualTo(Set.of(second));
  }

  @Test
  void goesOnAskingWhenThereIsNoAnswer() {
    answer = Future.failedFuture("away");
    Future<Boolean> waiting = await(first, LONG);
    assertThat(await(second, 1_000).await()).isFalse();
    answer = Future.succeededFuture(Set.of(first));
    assertThat(waiting.await()).isTrue();
  }

  @Test
  void hasRoomForSoManyAndForOthersWhenTheyAreGone() {
    Future<Boolean> waiting = await(first, 500);
    await(first, LONG);
    await(second, LONG);
    ApiException full = catchThrowableOfType(ApiException.class, () -> await(second, LONG).await());
    assertThat(full.error()).isEqualTo(ApiError.UNAVAILABLE);
    assertThat(waiting.await()).isFalse();
    assertThat(await(second, 1).await()).isFalse();
  }
}
