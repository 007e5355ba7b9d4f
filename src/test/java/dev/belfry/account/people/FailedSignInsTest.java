package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.account.people.FailedSignIns.Count;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FailedSignInsTest {
  private static final UUID GRACE = new UUID(1, 1);
  private final ApiException wrong = new ApiException(ApiError.UNAUTHORIZED);

  private final List<List<Count>> stored = new ArrayList<>();
  private Future<Void> storing = Future.succeededFuture();
  private Instant now = Instant.EPOCH;

  private final FailedSignIns failures =
      new FailedSignIns(
          (InstantSource) () -> now,
          counts -> {
            stored.add(counts);
            return storing;
          });

  private void fail(UUID person, String network, Throwable failure) {
    failures.count(person, SignInWay.PASSWORD, new BrowserInfo("Firefox", network), failure);
  }

  private List<Count> flushed() {
    failures.flush();
    return stored.get(stored.size() - 1);
  }

  @Test
  void aFloodIsOneCount() {
    for (int i = 0; i < 100_000; i++) {
      now = Instant.ofEpochMilli(i);
      fail(GRACE, "192.0.2.1", wrong);
    }
    assertThat(flushed())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.times()).isEqualTo(100_000);
              assertThat(one.first()).isEqualTo(Instant.EPOCH);
              assertThat(one.last()).isEqualTo(Instant.ofEpochMilli(99_999));
              assertThat(one.attempt().outcome()).isEqualTo(SignInOutcome.WRONG_PASSWORD);
            });
    failures.flush();
    assertThat(stored).as("nothing is written without need").hasSize(1);
  }

  @Test
  void manyNetworksOfAPersonAreCountedTogether() {
    for (int i = 0; i < 1_000; i++) {
      fail(GRACE, "network " + i, wrong);
    }
    List<Count> counts = flushed();
    assertThat(counts).hasSize(FailedSignIns.MOST_NETWORKS + 1);
    assertThat(counts)
        .filteredOn(one -> one.attempt().network().isEmpty())
        .extracting(Count::times)
        .containsExactly(1_000 - FailedSignIns.MOST_NETWORKS);
  }

  @Test
  void manyPersonsFillNoMemory() {
    for (int i = 0; i < 2 * FailedSignIns.MOST_COUNTS; i++) {
      fail(new UUID(2, i), "192.0.2.1", wrong);
    }
    assertThat(flushed()).hasSize(FailedSignIns.MOST_COUNTS);
    fail(GRACE, "192.0.2.1", wrong);
    assertThat(flushed()).hasSize(1);
  }

  @Test
  void whatCannotBeStoredIsCountedFurther() {
    storing = Future.failedFuture("away");
    fail(GRACE, "192.0.2.1", wrong);
    flushed();
    fail(GRACE, "192.0.2.1", wrong);
    storing = Future.succeededFuture();
    assertThat(flushed()).extracting(Count::times).containsExactly(2);
  }

  private static ApiException codeIsNeeded() {
    return ApiException.unauthorized("Enter it", Map.of("secondFactor", "REQUIRED"));
  }

  @Test
  void aCodeThatDoesNotFollowIsAFailure() {
    fail(GRACE, "192.0.2.1", codeIsNeeded());
    now = Instant.EPOCH.plus(FailedSignIns.CODE_PATIENCE).minusMillis(1);
    fail(GRACE, "192.0.2.1", codeIsNeeded());
    failures.flush();
    assertThat(stored).as("there is time to enter it").isEmpty();
    now = now.plusMillis(1);
    assertThat(flushed())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.attempt().outcome()).isEqualTo(SignInOutcome.NO_CODE);
              assertThat(one.times()).isEqualTo(2);
              assertThat(one.first()).isEqualTo(Instant.EPOCH);
            });
    now = now.plus(FailedSignIns.CODE_PATIENCE);
    failures.flush();
    assertThat(stored).hasSize(1);
  }

  @Test
  void aCodeThatFollowsIsNone() {
    fail(GRACE, "192.0.2.1", codeIsNeeded());
    fail(GRACE, "192.0.2.2", codeIsNeeded());
    failures.succeeded(GRACE, "192.0.2.1");
    now = now.plus(FailedSignIns.CODE_PATIENCE);
    assertThat(flushed())
        .extracting(one -> one.attempt().network())
        .as("the other network has the password alone")
        .containsExactly("192.0.2.2");
  }

  @Test
  void manyWhoAreAskedForCodesFillNoMemory() {
    for (int i = 0; i < 2 * FailedSignIns.MOST_WAITING; i++) {
      fail(new UUID(2, i), "192.0.2.1", codeIsNeeded());
    }
    now = now.plus(FailedSignIns.CODE_PATIENCE);
    assertThat(flushed()).hasSize(FailedSignIns.MOST_WAITING);
  }

  @Test
  void onlyFailuresOfTheAttemptCount() {
    fail(GRACE, "a", new ApiException(ApiError.TOO_MANY_REQUESTS));
    fail(GRACE, "a", new ApiException(ApiError.UNAVAILABLE));
    fail(GRACE, "a", new IllegalStateException());
    failures.flush();
    assertThat(stored).isEmpty();
    fail(GRACE, "a", ApiException.unauthorized("Wrong", Map.of("secondFactor", "WRONG")));
    fail(GRACE, "a", ApiException.tooMany("Wait", 1));
    assertThat(flushed())
        .extracting(one -> one.attempt().outcome())
        .containsExactlyInAnyOrder(SignInOutcome.WRONG_CODE, SignInOutcome.LOCKED_OUT);
  }
}
