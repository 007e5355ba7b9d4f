package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchedStatementIT {
  private static final String APPEND =
      "UPDATE notes SET text = text || $2, count = count + 1 WHERE id = $1 RETURNING text, count";
  private static final String SESSION =
      " FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'belfry'";
  private static final UUID A = UUID.fromString("00000000-0000-7000-8000-00000000000a");
  private static final UUID B = UUID.fromString("00000000-0000-7000-8000-00000000000b");

  private final LoopFixture fixture =
      new LoopFixture(
          2, Map.of("BELFRY_DATABASE_TIMEOUT", "700ms", "BELFRY_DATABASE_MAX_WAITING", "100"));
  private final TestDatabase testDatabase = fixture.testDatabase;
  private final Database database = fixture.database;

  private <T> T onLoop(Supplier<Future<T>> work) {
    return LoopFixture.on(fixture.loop, work);
  }

  @BeforeEach
  void create() throws SQLException {
    sql("CREATE TABLE notes (id uuid PRIMARY KEY, text varchar(40), count int)");
    sql("INSERT INTO notes VALUES ('" + A + "', '', 0), ('" + B + "', '', 0)");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void sql(String text) throws SQLException {
    try (Connection connection = testDatabase.jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  private BatchedStatement batched() {
    return onLoop(
        () -> {
          BatchedStatement statement =
              database.batched(APPEND, BatchOrder.FIRST_GUID, Durability.ON_COMMIT);
          return statement.ready().map(statement);
        });
  }

  @ParameterizedTest
  @CsvSource({"ON_COMMIT, on", "SOON, off"})
  void waitsForTheDiskWhenItIsToTakeEffectForGood(Durability durability, String commit)
      throws SQLException {
    sql(
        "ALTER ROLE CURRENT_USER IN DATABASE "
            + testDatabase.address().database()
            + " SET synchronous_commit = on");
    String setting =
        onLoop(
            () -> {
              BatchedStatement statement =
                  database.batched("SHOW synchronous_commit", BatchOrder.ARRIVAL, durability);
              return statement
                  .ready()
                  .compose(ready -> statement.execute(Tuple.tuple()))
                  .map(BatchedStatementIT::text);
            });
    assertThat(setting).isEqualTo(commit);
  }

  private static String text(RowSet<Row> rows) {
    return rows.size() == 0 ? "none" : rows.iterator().next().getString(0);
  }

  private List<Future<String>> all(BatchedStatement statement, List<Tuple> parameters) {
    return onLoop(
        () -> {
          List<Future<String>> results = new ArrayList<>();
          parameters.forEach(
              each -> results.add(statement.execute(each).map(BatchedStatementIT::text)));
          return Future.join(results).otherwiseEmpty().map(results);
        });
  }

  @Test
  void givesEachExecutionItsOwnRowEvenOfOneId() {
    List<Future<String>> results =
        all(
            batched(),
            List.of(
                Tuple.of(B, "1"),
                Tuple.of(A, "1"),
                Tuple.of(A, "2"),
                Tuple.of(UUID.randomUUID(), "x"),
                Tuple.of(A, "3"),
                Tuple.of(B, "2")));
    assertThat(results.stream().map(Future::result))
        .containsExactly("1", "1", "12", "none", "123", "12");
  }

  @Test
  void keepsAnErrorWithTheRowThatCausedIt() {
    List<Future<String>> results =
        all(batched(), List.of(Tuple.of(A, "1"), Tuple.of(A, "x".repeat(50)), Tuple.of(B, "1")));
    assertThat(results.get(0).result()).isEqualTo("1");
    assertThat(results.get(1).cause())
        .isInstanceOfSatisfying(
            PgException.class, e -> assertThat(e.getSqlState()).isEqualTo("22001"));
    assertThat(results.get(2).result()).isEqualTo("1");
  }

  @Test
  void opensALostConnectionWhenItIsWantedOrAfterAWhile() {
    BatchedStatement statement = batched();
    endSession();
    assertThat(all(statement, List.of(Tuple.of(A, "1"))).get(0).result()).isEqualTo("1");

    long begun = System.nanoTime();
    endSession();
    Polling.until("it is open again", () -> testDatabase.count("SELECT count(*)" + SESSION) == 1);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .as("leaves the server to what is wanted")
        .isGreaterThan(Duration.ofMillis(1_900));
  }

  private void endSession() {
    testDatabase.count("SELECT count(pg_terminate_backend(pid, 10000))" + SESSION);
  }

  @Test
  void boundsItsQueueAndItsPatienceWhenTheDatabaseIsSlow() throws SQLException {
    BatchedStatement statement = batched();
    try (Connection blocker = testDatabase.jdbc();
        Statement lock = blocker.createStatement()) {
      blocker.setAutoCommit(false);
      lock.execute("UPDATE notes SET count = 100");
      List<Tuple> many = new ArrayList<>();
      for (int i = 0; i < 150; i++) {
        many.add(Tuple.of(A, "x"));
      }
      for (Future<String> result : all(statement, many)) {
        assertThat(result.cause())
            .isInstanceOfSatisfying(
                ApiException.class, e -> assertThat(e.error()).isEqualTo(ApiError.UNAVAILABLE));
      }
      blocker.rollback();
    }
    long deadline = System.nanoTime() + 10_000_000_000L;
    String result = "";
    while (result.isEmpty() && System.nanoTime() < deadline) {
      result =
          all(statement, List.of(Tuple.of(B, "y"))).stream()
              .map(future -> future.succeeded() ? future.result() : "")
              .findFirst()
              .orElse("");
    }
    assertThat(result).isEqualTo("y");
  }

  @Test
  void runsATransactionOnceMoreAfterAConflict() {
    int[] runs = {0};
    String text =
        onLoop(
            () ->
                database.transaction(
                    connection -> {
                      runs[0]++;
                      String state = runs[0] == 1 ? "40001" : "00000";
                      return connection
                          .query(
                              "DO $$ BEGIN IF '"
                                  + state
                                  + "' <> '00000' THEN RAISE EXCEPTION"
                                  + " USING ERRCODE = '"
                                  + state
                                  + "'; END IF; END $$")
                          .execute()
                          .map("done");
                    }));
    assertThat(text).isEqualTo("done");
    assertThat(runs[0]).isEqualTo(2);
  }

  @Test
  void failsWith503WhenATransactionTakesTooLong() {
    assertThatThrownBy(
            () ->
                onLoop(
                    () ->
                        database.transaction(
                            connection -> connection.query("SELECT pg_sleep(20)").execute())))
        .isInstanceOf(ApiException.class)
        .hasMessage(ApiError.UNAVAILABLE.message());
  }
}
