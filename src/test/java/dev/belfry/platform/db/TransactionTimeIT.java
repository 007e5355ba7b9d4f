package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A transaction whose request was told that it took too long has no effect. */
class TransactionTimeIT {
  private static final String PAUSE = "SELECT pg_sleep(0.4)";
  private static final String ADD = "INSERT INTO marks DEFAULT VALUES";

  private final LoopFixture fixture = new LoopFixture(1, Map.of("BELFRY_DATABASE_TIMEOUT", "1s"));
  private final TestDatabase testDatabase = fixture.testDatabase;
  private final ContextInternal loop = fixture.loop;
  private final Database database = fixture.database;

  TransactionTimeIT() {
    testDatabase.execute("CREATE TABLE marks (at timestamptz DEFAULT now())");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private <T> T on(Supplier<Future<T>> work) {
    return LoopFixture.on(loop, work);
  }

  private static Function<SqlConnection, Future<Void>> each(String... statements) {
    return connection -> {
      Future<Void> done = Future.succeededFuture();
      for (String statement : statements) {
        done = done.compose(before -> connection.query(statement).execute()).mapEmpty();
      }
      return done;
    };
  }

  private long marks() {
    return testDatabase.count("SELECT count(*) FROM marks");
  }

  @Test
  void workThatGoesOnIsRolledBack() {
    assertThatThrownBy(
            () -> on(() -> database.transaction(each(ADD, PAUSE, PAUSE, PAUSE, PAUSE, ADD))))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("unavailable");

    // The pool has one connection: the next transaction begins when the work before it has ended.
    waitForTheConnection();
    assertThat(marks()).isZero();
  }

  @Test
  void workThatWaitsTooLongForAConnectionDoesNotBegin() {
    Future<Void> first = onLoop(() -> database.connection(each(PAUSE, PAUSE, PAUSE, PAUSE, PAUSE)));
    assertThatThrownBy(() -> on(() -> database.transaction(each(ADD))))
        .isInstanceOf(ApiException.class);
    first.await();
    waitForTheConnection();
    assertThat(marks()).isZero();
  }

  private void waitForTheConnection() {
    on(() -> database.connection(each("SELECT 1")));
  }

  private Future<Void> onLoop(Supplier<Future<Void>> work) {
    Promise<Void> result = Promise.promise();
    loop.runOnContext(started -> work.get().onComplete(result));
    return result.future();
  }

  @Test
  void aCommitThatIsUnderWayIsWaitedFor() {
    testDatabase.execute(
        """
        CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_sleep(0.7); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON marks DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION linger();""");
    on(() -> database.transaction(each(ADD, PAUSE)));
    assertThat(marks()).isOne();
  }
}
