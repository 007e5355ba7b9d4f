package dev.belfry.engine.objective;

import static dev.belfry.engine.objective.ObjectiveJobFixture.DAY;
import static dev.belfry.engine.objective.ObjectiveJobFixture.HOUR;
import static dev.belfry.engine.objective.ObjectiveJobFixture.MONDAY;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Prints what a pass of the job over objectives by tag costs, of 2,000 monitors each, and after how
 * long it takes to judge a failed run of another account. {@code src/test/load/run objectives tags}
 * calls it; a number, as in {@code tags 100}, takes the place of 10, 25 and 50.
 */
public final class ObjectiveTagCost {
  private static final long POLL_NANOS = 5_000_000;
  private static final long PATIENCE_NANOS = Duration.ofMinutes(3).toNanos();

  private final ObjectiveJobFixture fixture;
  private final UUID other = UUID.randomUUID();

  private ObjectiveTagCost(ObjectiveJobFixture fixture) {
    this.fixture = fixture;
  }

  public static void main(String[] args) {
    try (ObjectiveJobFixture fixture = new ObjectiveJobFixture()) {
      ObjectiveCost.fill(fixture);
      ObjectiveTagCost cost = new ObjectiveTagCost(fixture);
      cost.addOverview();
      cost.addOther();
      System.out.printf(
          "%-44s %10s %20s%n", "objectives of 2,000 monitors", "pass, ms", "other judged, ms");
      long at = MONDAY + HOUR;
      int[] counts =
          args.length == 0 ? new int[] {10, 25, 50} : new int[] {Integer.parseInt(args[0])};
      for (int count : counts) {
        cost.objectives(count);
        cost.pass(count + ", every status is computed", at + ObjectiveCost.MINUTE);
        cost.pass(count + ", no failed run", at + 3 * ObjectiveCost.MINUTE);
      }
      fixture.rows.update(
          """
          INSERT INTO results (at, series_id, response_us, delay_ms, attempt, verdict, reason, status,
              dns, tcp, tls, first_byte, download)
            SELECT ?, id, 80000, 5, 0, 2, 100, 500, 1, 1, 1, 1, 1 FROM series WHERE id % 10 = 0""",
          at + 4 * ObjectiveCost.MINUTE);
      for (int count : counts) {
        cost.objectives(count);
        cost.pass(count + ", every tenth monitor failed", at + 5 * ObjectiveCost.MINUTE);
      }
      cost.requests();
    }
  }

  /** What changes of monitors leave, which no job does here. */
  private void addOverview() {
    fixture.rows.update(
        """
        INSERT INTO check_overview (check_id, account_id, state, muted, check_type, name, tags, words)
        SELECT id, account_id, 4, false, check_type, 'x',
            ARRAY(SELECT jsonb_array_elements_text(settings -> 'tags')), 'x'
          FROM checks""");
    fixture.rows.update("ANALYZE check_overview");
  }

  /** An account with one monitor and one objective. */
  private void addOther() {
    fixture.rows.update(
        "INSERT INTO accounts (id, name, alert_settings, created_at) VALUES (?, 'B', '{}', now())",
        other);
    UUID check = UUID.randomUUID();
    fixture.rows.update(
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        VALUES (?, ?, 'URL', '{"activated":false,"name":"x"}', now())""",
        check,
        other);
    fixture.rows.series(check.toString(), "eu-west-1");
    fixture.rows.update(
        """
        INSERT INTO objectives
          (account_id, name, check_id, target, window_days, subscriptions, created_at)
        VALUES (?, 'Works', ?, 99, 30, '[]', now())""",
        other,
        check);
  }

  private void objectives(int count) {
    fixture.rows.update("DELETE FROM objectives WHERE account_id = ?", fixture.account);
    fixture.rows.update(
        """
        INSERT INTO objectives
          (account_id, name, tag, target, window_days, subscriptions, created_at)
        SELECT ?, 'Works', 't' || n, 99.9, 30, '[]', now() FROM generate_series(0, ? - 1) AS n""",
        fixture.account,
        count);
  }

  /** The other objective is due later than all others. */
  private void pass(String what, long at) {
    fixture.rows.update(
        "UPDATE objective_states SET due_ms = CASE WHEN account_id = ? THEN ? ELSE 0 END",
        other,
        at);
    long begun = System.nanoTime();
    CompletableFuture<Void> pass = CompletableFuture.runAsync(() -> fixture.round(at));
    while (judged() <= at && System.nanoTime() - begun < PATIENCE_NANOS) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    long judged = since(begun);
    pass.join();
    System.out.printf("%-44s %,10d %,20d%n", what, since(begun), judged);
  }

  private long judged() {
    return fixture.rows.number("SELECT due_ms FROM objective_states WHERE account_id = ?", other);
  }

  private static long since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
  }

  private void requests() {
    Objectives objectives =
        new Objectives(fixture.opened(), () -> Instant.ofEpochMilli(MONDAY + DAY));
    for (int i = 0; i < 3; i++) {
      long before = System.nanoTime();
      int listed = objectives.list(fixture.account, 100, 0).await().rows().size();
      System.out.printf("%-44s %,10d%n", "a list of " + listed, since(before));
    }
    long id = fixture.rows.number("SELECT min(id) FROM objectives WHERE tag IS NOT NULL");
    for (int i = 0; i < 3; i++) {
      long before = System.nanoTime();
      long now = MONDAY + HOUR;
      fixture
          .opened()
          .connection(
              connection ->
                  TallyStore.read(connection, Map.of(id, ObjectiveStatus.earliest(now, 30)), now))
          .await();
      System.out.printf("%-44s %,10d%n", "the status of one", since(before));
    }
  }
}
