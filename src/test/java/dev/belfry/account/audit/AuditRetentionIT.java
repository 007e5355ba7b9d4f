package dev.belfry.account.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditRetentionIT {
  private final TestDatabase testDatabase = TestDatabase.createMigrated();
  private final Vertx vertx = Vertx.vertx();
  private final Database database =
      new Database(
          vertx,
          testDatabase.address(),
          TestApp.config(testDatabase.address(), Map.of()).database(),
          1);
  private final AuditRetention retention = new AuditRetention(Duration.ofDays(365));

  @AfterEach
  void close() {
    vertx.close().await();
    testDatabase.close();
  }

  private List<String> months() {
    List<String> months = new ArrayList<>();
    database
        .query(
            "SELECT right(inhrelid::regclass::text, 8) FROM pg_inherits"
                + " WHERE inhparent = 'audit_entries'::regclass ORDER BY 1",
            Tuple.tuple())
        .await()
        .forEach(row -> months.add(row.getString(0)));
    return months;
  }

  private void round(String time) {
    retention.round(database, Instant.parse(time).toEpochMilli()).await();
  }

  @Test
  void aYearIsThereFromTheFirstMomentOn() {
    assertThat(months()).hasSize(13);
  }

  @Test
  void theNextMonthsAreThereBeforeTheyBegin() {
    round("2034-12-31T23:59:59.999Z");
    assertThat(months()).contains("20341201", "20350101", "20351201").doesNotContain("20360101");
    round("2035-01-01T00:00:00Z");
    assertThat(months()).contains("20350101", "20360101").doesNotContain("20360201");
    round("2035-01-01T00:00:00Z");
    assertThat(months()).doesNotHaveDuplicates();
  }

  @Test
  void aMonthGoesWhenAllOfItIsOlderThanTheRetention() {
    round("2034-01-10T00:00:00Z");
    round("2035-01-31T23:59:59Z");
    assertThat(months()).contains("20340101");
    round("2035-02-01T00:00:00Z");
    assertThat(months()).doesNotContain("20340101").contains("20340201");
  }

  /** Postgres is free to judge the names of all tables before it looks whose children they are. */
  @Test
  void oldMonthsAreFoundInWhateverOrderPostgresLooks() {
    round("2034-01-10T00:00:00Z");
    database.query("SET enable_nestloop = off", Tuple.tuple()).await();
    database.query("ANALYZE pg_class", Tuple.tuple()).await();
    round("2035-02-01T00:00:00Z");
    assertThat(months()).doesNotContain("20340101").contains("20340201");
  }

  @Test
  void entriesLieInTheMonthTheyWereWrittenIn() {
    round("2034-12-31T00:00:00Z");
    for (String time : List.of("2034-12-31T23:59:59.999Z", "2035-01-01T00:00:00Z")) {
      database
          .query(
              """
              INSERT INTO audit_entries (id, account_id, resource_type, resource_id, action)
              VALUES ($1, gen_random_uuid(), 'check', 'x', 'UPDATE')""",
              Tuple.of(AuditId.at(Instant.parse(time).toEpochMilli()).number()))
          .await();
    }
    List<String> tables = new ArrayList<>();
    database
        .query("SELECT tableoid::regclass::text FROM audit_entries ORDER BY id", Tuple.tuple())
        .await()
        .forEach(row -> tables.add(row.getString(0)));

    assertThat(tables).containsExactly("audit_entries_20341201", "audit_entries_20350101");
  }
}
