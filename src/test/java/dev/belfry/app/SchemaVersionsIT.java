package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.db.schema.SchemaTooNewException;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A program on a schema that a newer one has made (ADR 0025). */
class SchemaVersionsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String OWNED = "SELECT count(*) FROM shards WHERE owner IS NOT NULL";

  private final TestDatabase database = TestDatabase.createMigrated();

  @AfterEach
  void close() {
    database.close();
  }

  private void write(String sql) throws SQLException {
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws SQLException {
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void eventually(Callable<Boolean> condition) throws Exception {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.call()) {
      assertThat(Instant.now()).isBefore(deadline);
    }
  }

  private void newer(int oldest) throws SQLException {
    write(
        "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
            + " checksum, installed_by, execution_time, success)"
            + " VALUES (999, '999', 'future', 'SQL', 'V999__future.sql', 1, 'x', 1, true)");
    write("UPDATE schema_support SET oldest = " + oldest);
  }

  @Test
  void startsOnANewerOneThatServesIt() throws Exception {
    newer(1);
    try (TestApp app = TestApp.startOn(database.address(), Map.of())) {
      app.management().get("/health/ready").hasStatus(200);
      app.as(app.newTenant()).get("/v1/checks").hasStatus(200);
    }
  }

  @Test
  void refusesToStartOnANewerOneThatServesItNoMore() throws Exception {
    newer(998);
    assertThatThrownBy(() -> TestApp.startOn(database.address(), Map.of()))
        .isInstanceOf(SchemaTooNewException.class)
        .hasMessageContaining("version 999, which serves programs from version 998 on");
  }

  @Test
  void noticesWhileItRunsThatItIsLeftBehindAndLeavesItsRunsToOthers() throws Exception {
    try (TestApp app =
            TestApp.startOn(database.address(), Map.of("BELFRY_LOCATIONS", "eu-west-1"));
        LogCapture log = new LogCapture("dev.belfry.platform.db.schema.SchemaWatch")) {
      app.as(app.newTenant())
          .post("/v1/checks/url", "{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org\"}}")
          .hasStatus(201);
      eventually(() -> number(OWNED) > 0);
      app.management().get("/health/ready").hasStatus(200);
      newer(998);
      eventually(() -> app.management().get("/health/ready").status() == 503);
      ApiReply health = app.management().get("/health/ready");
      assertThat(health.at("/checks/migrations").asText())
          .startsWith("the schema serves programs from version 998 on, this one has ");
      assertThat(health.at("/checks/database").asText()).isEqualTo("ok");
      assertThat(log.messages())
          .singleElement()
          .asString()
          .contains("upgrade this instance", "version 998");
      eventually(() -> number(OWNED) == 0);
    }
  }
}
