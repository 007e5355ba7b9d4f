package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.account.people.FailedSignIns.Attempt;
import dev.belfry.account.people.FailedSignIns.Count;
import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How failed sign-ins are stored: bounded for each person, by several instances at once. */
class SignInStoreIT {
  private static final UUID GRACE = new UUID(1, 1);
  private static final UUID ADA = new UUID(1, 2);
  private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

  private final TestDatabase testDatabase = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();
  private final SignInStore store =
      new SignInStore(
          new Database(
              vertx,
              testDatabase.address(),
              TestApp.config(testDatabase.address(), Map.of()).database(),
              4),
          new Ids(InstantSource.system()));

  SignInStoreIT() {
    testDatabase.execute(
        """
        INSERT INTO users (id, email, name, created_at) VALUES
          ('%s', 'grace@example.org', 'Grace', now()), ('%s', 'ada@example.org', 'Ada', now())"""
            .formatted(GRACE, ADA));
  }

  @AfterEach
  void close() {
    vertx.close().await();
    testDatabase.close();
  }

  private static Count count(UUID person, String network, int times, Instant at) {
    return new Count(
        new Attempt(person, SignInWay.PASSWORD, SignInOutcome.WRONG_PASSWORD, network),
        "curl",
        times,
        at,
        at);
  }

  private List<SignInRow> rows(UUID person) {
    return store.list(person, null, 1_000).await();
  }

  @Test
  void theFailuresOfADayFromOneNetworkAreOneRow() {
    store.add(List.of(count(GRACE, "192.0.2.1", 3, NOON))).await();
    store.add(List.of(count(GRACE, "192.0.2.1", 4, NOON.plusSeconds(60)))).await();
    store.add(List.of(count(GRACE, "192.0.2.1", 1, NOON.minusSeconds(60)))).await();
    assertThat(rows(GRACE))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.times()).isEqualTo(8);
              assertThat(one.firstAt().toInstant()).isEqualTo(NOON.minusSeconds(60));
              assertThat(one.lastAt().toInstant()).isEqualTo(NOON.plusSeconds(60));
            });
    store.add(List.of(count(GRACE, "192.0.2.1", 1, NOON.plusSeconds(86_400)))).await();
    assertThat(rows(GRACE)).hasSize(2);
    assertThat(rows(ADA)).isEmpty();
  }

  @Test
  void aPersonHasABoundedNumberOfRowsOfADay() {
    for (int round = 0; round < 10; round++) {
      int first = round * 100;
      store
          .add(
              IntStream.range(first, first + 100)
                  .mapToObj(i -> count(GRACE, "network " + i, 1, NOON))
                  .toList())
          .await();
    }
    store.add(List.of(count(GRACE, "network 1", 1, NOON))).await();
    store.add(List.of(count(ADA, "network 999", 1, NOON))).await();
    List<SignInRow> rows = rows(GRACE);
    assertThat(rows).hasSize(SignInStore.MOST_A_DAY + 1);
    assertThat(rows.stream().mapToInt(SignInRow::times).sum()).isEqualTo(1_001);
    assertThat(rows)
        .filteredOn(one -> one.network().isEmpty())
        .extracting(SignInRow::times)
        .containsExactly(1_000 - SignInStore.MOST_A_DAY);
    assertThat(rows)
        .filteredOn(one -> one.network().equals("network 1"))
        .extracting(SignInRow::times)
        .containsExactly(2);
    assertThat(rows(ADA)).extracting(SignInRow::network).containsExactly("network 999");
  }

  @Test
  void instancesAtOnceLoseNothing() {
    List<Future<Void>> writes =
        IntStream.range(0, 40)
            .mapToObj(
                i ->
                    store.add(
                        List.of(
                            count(i % 2 == 0 ? GRACE : ADA, "192.0.2.1", 1, NOON),
                            count(i % 2 == 0 ? ADA : GRACE, "192.0.2.1", 1, NOON))))
            .toList();
    Future.all(writes).await();
    assertThat(rows(GRACE)).extracting(SignInRow::times).containsExactly(40);
    assertThat(rows(ADA)).extracting(SignInRow::times).containsExactly(40);
  }

  private static Count withoutCode(UUID person, String network) {
    Attempt attempt = new Attempt(person, SignInWay.PASSWORD, SignInOutcome.NO_CODE, network);
    return new Count(attempt, "curl", 1, NOON, NOON);
  }

  /** The clocks of the instances differ by half a minute. */
  @Test
  void aCodeThatAnotherInstanceTookIsNotMissing() {
    testDatabase.execute(
        """
        INSERT INTO sign_ins (id, user_id, way, outcome, network, user_agent, day, first_at, last_at)
        VALUES (gen_random_uuid(), '%s', 'SECOND_FACTOR', 'SUCCEEDED', '192.0.2.1', '', '2026-03-02',
          '%2$s', '%2$s')"""
            .formatted(GRACE, NOON.minusSeconds(30)));
    store
        .add(
            List.of(
                withoutCode(GRACE, "192.0.2.1"),
                withoutCode(GRACE, "192.0.2.2"),
                withoutCode(ADA, "192.0.2.1")))
        .await();
    assertThat(rows(GRACE))
        .filteredOn(one -> one.outcome().equals("NO_CODE"))
        .extracting(SignInRow::network)
        .containsExactly("192.0.2.2");
    assertThat(rows(ADA)).hasSize(1);
  }

  @Test
  void aPersonWhoIsGoneSpoilsNothing() {
    store
        .add(List.of(count(new UUID(9, 9), "192.0.2.1", 1, NOON), count(GRACE, "a", 1, NOON)))
        .await();
    assertThat(rows(GRACE)).hasSize(1);
  }
}
