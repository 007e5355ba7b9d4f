package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.FakeTimers;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final long PATIENCE_MILLIS = 1_000;
  private static final UUID ACME = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  private final FakeTimers timers = new FakeTimers();
  private final Turns<UUID> turns =
      new Turns<>(
          timers::after,
          PATIENCE_MILLIS,
          () -> new ApiException(ApiError.TOO_MANY_REQUESTS, "Too many"));
  private final List<String> begun = new ArrayList<>();
  private final List<Promise<String>> underWay = new ArrayList<>();

  private Future<String> start(UUID account, String name) {
    return turns.take(
        account,
        () -> {
          begun.add(name);
          underWay.add(Promise.promise());
          return underWay.get(underWay.size() - 1).future();
        });
  }

  @Test
  void ofAnAccountOneIsUnderWayAndOthersFollowInTurn() {
    start(ACME, "first");
    Future<String> second = start(ACME, "second");
    start(ACME, "third");
    start(OTHER, "neighbour");
    assertThat(begun).containsExactly("first", "neighbour");
    timers.pass(PATIENCE_MILLIS - 1);
    underWay.get(0).complete("done");
    assertThat(begun).containsExactly("first", "neighbour", "second");
    underWay.get(2).fail("refused");
    assertThat(second.failed()).isTrue();
    assertThat(begun).containsExactly("first", "neighbour", "second", "third");
  }

  @Test
  void whoWaitsForTooLongIsRefusedAndDelaysNobody() {
    start(ACME, "slow");
    Future<String> late = start(ACME, "late");
    timers.pass(PATIENCE_MILLIS - 1);
    Future<String> young = start(ACME, "young");
    assertThat(late.isComplete()).isFalse();
    timers.pass(1);
    assertThat(late.cause())
        .isInstanceOfSatisfying(
            ApiException.class,
            refused -> assertThat(refused.error()).isEqualTo(ApiError.TOO_MANY_REQUESTS));
    underWay.get(0).complete("done");
    assertThat(begun).containsExactly("slow", "young");
    timers.pass(PATIENCE_MILLIS);
    underWay.get(1).complete("done");
    assertThat(young.result()).isEqualTo("done");
  }

  @Test
  void aSubjectIsTakenUntilItsLineIsEmpty() {
    assertThat(turns.isTaken(ACME)).isFalse();
    start(ACME, "first");
    start(ACME, "second");
    underWay.get(0).complete("done");
    assertThat(turns.isTaken(ACME)).isTrue();
    assertThat(turns.isTaken(OTHER)).isFalse();
    underWay.get(1).complete("done");
    assertThat(turns.isTaken(ACME)).isFalse();
  }

  /** Each would wait for the database as long again. */
  @Test
  void nobodyWaitsForOneWhoFindsNoDatabase() {
    start(ACME, "first");
    start(ACME, "second");
    start(ACME, "third");
    start(OTHER, "neighbour");
    start(OTHER, "his second");

    underWay.get(0).fail(Failures.unavailable());

    assertThat(begun).containsExactly("first", "neighbour", "second", "third");
    assertThat(turns.isTaken(ACME)).isFalse();
  }

  @Test
  void workThatThrowsGivesItsTurnAway() {
    Future<String> broken =
        turns.take(
            ACME,
            () -> {
              throw new IllegalStateException("broken");
            });
    assertThat(broken.failed()).isTrue();
    start(ACME, "next");
    assertThat(begun).containsExactly("next");
  }

  /** A request that goes on in the context of another would act in its name. */
  @Test
  void workGoesOnInTheContextThatBroughtIt() {
    Vertx vertx = Vertx.vertx();
    try {
      Context first = vertx.getOrCreateContext();
      ContextInternal second = (ContextInternal) vertx.getOrCreateContext();
      Promise<Void> end = Promise.promise();
      Promise<Context> seen = Promise.promise();
      first.runOnContext(begun -> turns.take(ACME, end::future));
      second
          .duplicate()
          .runOnContext(
              begun ->
                  turns
                      .take(ACME, () -> Future.succeededFuture(Vertx.currentContext()))
                      .onComplete(seen));
      second.runOnContext(queued -> first.runOnContext(begun -> end.complete()));

      assertThat(seen.future().await())
          .isInstanceOfSatisfying(
              ContextInternal.class,
              context -> {
                assertThat(context.isDuplicate()).isTrue();
                assertThat(context.unwrap()).isSameAs(second);
              });
    } finally {
      vertx.close().await();
    }
  }
}
