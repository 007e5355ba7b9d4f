package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.junit5.RunTestOnContext;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every test runs on the event loop that the room belongs to, with answers of its own. */
@ExtendWith(VertxExtension.class)
class WaitingRoomIT {
  private static final UUID ACME = new UUID(0, 1);

  private static final long LONG = 20_000;

  @RegisterExtension final RunTestOnContext loop = new RunTestOnContext();

  private final List<Set<UUID>> questions = new ArrayList<>();
  private final UUID first = new UUID(0, 1);
  private final UUID second = new UUID(0, 2);
  private Future<Set<UUID>> answer = Future.succeededFuture(Set.of());

  /** How many questions throw instead of failing. */
  private int throwing;

  private WaitingRoom room() {
    return new WaitingRoom(loop.vertx(), this::over, () -> false, 3, 0);
  }

  private Future<Set<UUID>> over(Collection<UUID> asked) {
    questions.add(new HashSet<>(asked));
    if (questions.size() <= throwing) {
      throw new IllegalStateException("broken");
    }
    return answer;
  }

  @Test
  void asksAgainAfterAQuestionThatThrew(VertxTestContext test) {
    throwing = 2;
    answer = Future.succeededFuture(Set.of(first));

    room()
        .await(ACME, first, LONG)
        .onComplete(
            test.succeeding(
                isOver ->
                    test.verify(
                        () -> {
                          assertThat(isOver).isTrue();
                          test.completeNow();
                        })));
  }

  @Test
  void asksOnceForAllWhoWaitAndLetsGoThoseWhoseSessionIsOver(VertxTestContext test) {
    WaitingRoom room = room();
    answer = Future.succeededFuture(Set.of(first));
    Future<Boolean> one = room.await(ACME, first, LONG);
    Future<Boolean> another = room.await(ACME, first, LONG);
    Future<Boolean> late = room.await(ACME, second, 1_000);
    one.onSuccess(entered -> answer = Future.succeededFuture(Set.of()));

    Future.all(one, another, late)
        .onComplete(
            test.succeeding(
                done ->
                    test.verify(
                        () -> {
                          assertThat(one.result()).isTrue();
                          assertThat(another.result()).isTrue();
                          assertThat(late.result()).isFalse();
                          assertThat(questions).first().isEqualTo(Set.of(first, second));
                          assertThat(questions).last().isEqualTo(Set.of(second));
                          test.completeNow();
                        })));
  }

  @Test
  void goesOnAskingWhenThereIsNoAnswer(VertxTestContext test) {
    WaitingRoom room = room();
    answer = Future.failedFuture("away");
    Future<Boolean> waiting = room.await(ACME, first, LONG);

    room.await(ACME, second, 1_000)
        .compose(
            entered -> {
              assertThat(entered).isFalse();
              answer = Future.succeededFuture(Set.of(first));
              return waiting;
            })
        .onComplete(
            test.succeeding(
                entered ->
                    test.verify(
                        () -> {
                          assertThat(entered).isTrue();
                          test.completeNow();
                        })));
  }

  @Test
  void hasRoomForSoManyAndForOthersWhenTheyAreGone(VertxTestContext test) {
    WaitingRoom room = room();
    Future<Boolean> waiting = room.await(ACME, first, 500);
    Future<Boolean> patient = room.await(ACME, first, LONG);
    Future<Boolean> morePatient = room.await(ACME, second, LONG);
    Future<Boolean> tooMany = room.await(ACME, second, LONG);

    assertThat(tooMany.cause())
        .isInstanceOfSatisfying(
            ApiException.class, full -> assertThat(full.error()).isEqualTo(ApiError.UNAVAILABLE));
    waiting
        .compose(
            entered -> {
              assertThat(entered).isFalse();
              return room.await(ACME, second, 1);
            })
        .onComplete(
            test.succeeding(
                entered ->
                    test.verify(
                        () -> {
                          assertThat(entered).isFalse();
                          assertThat(List.of(patient, morePatient)).noneMatch(Future::isComplete);
                          test.completeNow();
                        })));
  }
}
