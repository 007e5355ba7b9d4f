package dev.belfry.platform.db;

import static dev.belfry.platform.db.LoopFixture.on;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Parts of a unit that are undone by themselves, and units that others get into the way of. */
class RequestTransactionIT {
  private static final String ADD = "INSERT INTO marks (mark) VALUES ($1)";
  private static final String COUNT_UP = "UPDATE counts SET count = count + 1";

  private final LoopFixture fixture = new LoopFixture(2, Map.of("BELFRY_DATABASE_TIMEOUT", "2s"));
  private final TestDatabase testDatabase = fixture.testDatabase;
  private final ContextInternal loop = fixture.loop;
  private final Database database = fixture.database;
  private final List<String> seen = new CopyOnWriteArrayList<>();

  RequestTransactionIT() {
    testDatabase.execute(
        "CREATE TABLE marks (mark text PRIMARY KEY);"
            + "CREATE TABLE counts (count int); INSERT INTO counts VALUES (0)");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private <T> T inRequestTransaction(Isolation isolation, Supplier<Future<T>> work) {
    return on(
        loop.duplicate(),
        () -> {
          RequestScope.enter(new UUID(0, 1), Actor.SYSTEM);
          return database.inRequestTransaction(isolation, work);
        });
  }

  private Future<Void> add(String mark) {
    return database.query(ADD, Tuple.of(mark)).mapEmpty();
  }

  private long marks() {
    return testDatabase.count("SELECT count(*) FROM marks");
  }

  @Test
  void aPartIsUndoneAndTheRestGoesOn() {
    inRequestTransaction(
        Isolation.READ_COMMITTED,
        () ->
            add("before")
                .compose(
                    done ->
                        database
                            .savepoint(() -> add("part").compose(more -> add("part")))
                            .recover(refused -> add("after"))));

    assertThat(marks()).isEqualTo(2);
    assertThat(testDatabase.count("SELECT count(*) FROM marks WHERE mark = 'part'")).isZero();
  }

  @Test
  void effectsOfAPartThatIsUndoneNeverCome() {
    inRequestTransaction(
        Isolation.READ_COMMITTED,
        () ->
            database
                .savepoint(
                    () -> {
                      RequestScope.afterCommit(() -> seen.add("commit"));
                      RequestScope.afterRollback(() -> seen.add("rollback"));
                      return Future.failedFuture("refused");
                    })
                .recover(refused -> Future.succeededFuture()));

    assertThat(seen).isEmpty();
  }

  @Test
  void whatTookEffectApartIsMadeUpFor() {
    assertThatThrownBy(
            () ->
                inRequestTransaction(
                    Isolation.READ_COMMITTED,
                    () -> {
                      RequestScope.afterCommit(() -> seen.add("commit"));
                      RequestScope.afterRollback(() -> seen.add("rollback"));
                      return Future.failedFuture("refused");
                    }))
        .hasMessage("refused");

    assertThat(seen).containsExactly("rollback");
  }

  @Test
  void aBrokenTransactionIsNoSuccess() {
    assertThatThrownBy(
            () ->
                inRequestTransaction(
                    Isolation.READ_COMMITTED,
                    () ->
                        add("once")
                            .compose(done -> add("once"))
                            .recover(hidden -> Future.succeededFuture())))
        .hasMessageContaining("current transaction is aborted");

    assertThat(marks()).isZero();
    inRequestTransaction(Isolation.READ_COMMITTED, () -> add("the connection is as good as new"));
    assertThat(marks()).isEqualTo(1);
  }

  /** Breaks a transaction on the connection that the pool has opened, and gives to the next. */
  private void leaveABrokenTransactionBehind() {
    on(
        loop,
        () ->
            database
                .connection(
                    connection ->
                        connection
                            .query("BEGIN")
                            .execute()
                            .compose(begun -> connection.query("SELECT 1 / 0").execute()))
                .otherwiseEmpty());
  }

  @Test
  void aConnectionThatWasLeftBrokenIsMended() {
    leaveABrokenTransactionBehind();
    inRequestTransaction(Isolation.REPEATABLE_READ, () -> add("unit"));
    leaveABrokenTransactionBehind();
    on(loop, () -> database.change(ADD, Tuple.of("transaction")));
    leaveABrokenTransactionBehind();
    on(loop, () -> add("statement"));

    assertThat(marks()).isEqualTo(3);
  }

  @Test
  void whatSomebodyElseChangedSinceIsLookedAtAgain() {
    long count =
        inRequestTransaction(
            Isolation.REPEATABLE_READ,
            () ->
                count()
                    .compose(
                        before -> {
                          if (seen.isEmpty()) {
                            testDatabase.execute("UPDATE counts SET count = 10");
                          }
                          seen.add(before.toString());
                          return database.query(COUNT_UP, Tuple.tuple());
                        })
                    .compose(done -> count()));

    assertThat(seen).containsExactly("0", "10");
    assertThat(count).isEqualTo(11);
  }

  @Test
  void whoIsAlwaysTooLateIsToldToTryAgain() {
    assertThatThrownBy(
            () ->
                inRequestTransaction(
                    Isolation.REPEATABLE_READ,
                    () ->
                        count()
                            .compose(
                                before -> {
                                  testDatabase.execute(COUNT_UP);
                                  seen.add("try");
                                  return database.query(COUNT_UP, Tuple.tuple());
                                })))
        .isInstanceOfSatisfying(
            ApiException.class, late -> assertThat(late.error().status()).isEqualTo(503));

    assertThat(seen).hasSize(20);
    assertThat(testDatabase.count("SELECT count FROM counts")).isEqualTo(20);
  }

  /** What is sent behind a statement that fails is refused by the server for that alone. */
  @Test
  void aTransactionThatCouldNotBeAnnouncedIsToBeTriedAgain() {
    testDatabase.execute(
        """
        DO $$BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog',
          current_database()); END$$;
        CREATE FUNCTION set_config(text, text, boolean) RETURNS text
          LANGUAGE sql AS 'SELECT pg_sleep(60)::text'""");
    Supplier<Future<Void>> work =
        () -> database.transaction(connection -> connection.query("SELECT").execute()).mapEmpty();

    assertThatThrownBy(() -> inRequestTransaction(Isolation.READ_COMMITTED, work))
        .isInstanceOfSatisfying(
            ApiException.class, late -> assertThat(late.error().status()).isEqualTo(503));
  }

  /** Three statements that take their time each, and more than the bound together. */
  @Test
  void whatIsSlowIsWholeOrNothingToo() {
    String slow = "SELECT pg_sleep(0.8)";
    assertThatThrownBy(
            () ->
                inRequestTransaction(
                    Isolation.READ_COMMITTED,
                    () ->
                        database.transaction(
                            connection ->
                                connection
                                    .query(slow)
                                    .execute()
                                    .compose(done -> connection.query(slow).execute())
                                    .compose(done -> connection.query(slow).execute())
                                    .compose(done -> add("late"))
                                    .compose(
                                        done ->
                                            Future.failedFuture(
                                                new IllegalStateException("refused"))))))
        .hasMessage("refused");

    assertThat(marks()).isZero();
  }

  private Future<Long> count() {
    return database.query("SELECT count::bigint FROM counts", Tuple.tuple()).map(Rows::number);
  }
}
