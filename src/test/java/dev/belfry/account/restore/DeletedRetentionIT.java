package dev.belfry.account.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which deleted resources are given up, with which parts. */
class DeletedRetentionIT {
  private static final long NOW = System.currentTimeMillis();

  private final TestDatabase testDatabase = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();
  private final Database database =
      new Database(
          vertx,
          testDatabase.address(),
          TestApp.config(testDatabase.address(), Map.of()).database(),
          1);

  @AfterEach
  void close() {
    vertx.close().await();
    testDatabase.close();
  }

  private UUID account() {
    UUID account = UUID.randomUUID();
    database
        .query(
            "INSERT INTO accounts (id, name, alert_settings, created_at)"
                + " VALUES ($1, 'Acme', '{}', now())",
            Tuple.of(account))
        .await();
    return account;
  }

  /** Groups that were deleted some time ago, a second apart, each with so many objectives. */
  private void deleted(UUID account, String name, Duration age, int many, int parts, int bytes) {
    database
        .query(
            """
            WITH made AS (
              INSERT INTO deleted_resources
                  (id, account_id, resource_type, resource_id, name, actor, content, bytes)
                SELECT (lpad(to_hex($3::bigint - 1000 * n), 12, '0') || '7'
                    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
                  $1, 'check-group', $2 || n, $2 || n, 'system', '{}', $6
                FROM generate_series(1, $4) AS n
                RETURNING account_id, resource_id)
            INSERT INTO deleted_parts (deleted_ms, account_id, source, owner, content, bytes)
              SELECT $3, account_id, 'objectives', 'check-group:' || resource_id, '{}', 1
              FROM made, generate_series(1, $5)""",
            Tuple.of(account, name, NOW - age.toMillis(), many, parts, bytes))
        .await();
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    database
        .query("SELECT name FROM deleted_resources ORDER BY 1", Tuple.tuple())
        .await()
        .forEach(row -> names.add(row.getString(0)));
    return names;
  }

  private long parts() {
    return testDatabase.count("SELECT count(*) FROM deleted_parts");
  }

  @Test
  void theOldGoWithTheirParts() {
    UUID acme = account();
    deleted(acme, "old", Duration.ofDays(30), 3, 4_000, 1);
    deleted(acme, "kept", Duration.ofDays(30).minusSeconds(10), 2, 2, 1);

    new DeletedRetention().round(database, NOW).await();

    assertThat(names()).containsExactly("kept1", "kept2");
    assertThat(parts()).isEqualTo(4);
    // A part that waits for the resource that is gone goes by its own age.
    new DeletedRetention().round(database, NOW + 20_000).await();
    assertThat(names()).isEmpty();
    assertThat(parts()).isZero();
  }

  @Test
  void anAccountKeepsItsNewestAndNoOtherLoses() {
    UUID acme = account();
    UUID other = account();
    deleted(acme, "kept", Duration.ofHours(1), 3, 1, 1);
    deleted(acme, "many", Duration.ofHours(2), 2, 1, 1);
    deleted(other, "other", Duration.ofHours(3), 3, 1, 1);

    DeletedRetention bounded = new DeletedRetention(3, 1_000);
    bounded.round(database, NOW).await();
    assertThat(names()).containsExactly("kept1", "kept2", "kept3", "other1", "other2", "other3");
    assertThat(parts()).isEqualTo(6);

    // Beyond the bytes, too; this round looks at accounts that have deleted something since.
    deleted(acme, "large", Duration.ZERO, 1, 1, 990);
    bounded.round(database, NOW + 1_000).await();
    assertThat(names()).contains("kept1", "large1", "other1").doesNotContain("kept3");
    deleted(acme, "larger", Duration.ofSeconds(-10), 1, 1, 990);
    bounded.round(database, NOW + 1_000).await();
    assertThat(names()).containsExactly("larger1", "other1", "other2", "other3");
  }

  @Test
  void aDeletedAccountKeepsNothing() {
    UUID acme = account();
    UUID other = account();
    deleted(acme, "kept", Duration.ofHours(1), 2, 2, 1);
    deleted(other, "other", Duration.ofHours(1), 1, 1, 1);
    database
        .query(
            "INSERT INTO check_groups (account_id, settings, created_at)"
                + " VALUES ($1, '{\"name\":\"x\"}', now())",
            Tuple.of(acme))
        .await();

    database.query("DELETE FROM accounts WHERE id = $1", Tuple.of(acme)).await();

    assertThat(names()).containsExactly("other1");
    assertThat(parts()).isOne();
  }
}
