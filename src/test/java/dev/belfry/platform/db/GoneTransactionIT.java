package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.app.TestApp;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The server ends the transactions of a process that stands still, since they hold locks. What they
 * were for is done in another one, once.
 */
class GoneTransactionIT {
  private static final UUID ACCOUNT = new UUID(0, 1);
  private static final SharedKind ADDING = new SharedKind("add", Isolation.READ_COMMITTED);
  private static final String ADD = "INSERT INTO marks (mark) VALUES ($1)";
  private static final String ADD_ALL =
      """
      WITH asked AS (
        SELECT * FROM unnest($1::uuid[], $2::text[])
          WITH ORDINALITY AS a (account_id, mark, number)),
      made AS (
        INSERT INTO marks (mark) SELECT a.mark FROM asked a
          CROSS JOIN (SELECT set_config('belfry.acting', $3, true)) AS acting
        RETURNING mark)
      SELECT a.number FROM asked a JOIN made m ON m.mark = a.mark""";

  private static final String SESSIONS =
      " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ";

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NANOS = 5_000_000;

  private final TestDatabase testDatabase = TestDatabase.create();
  private final Vertx vertx = Vertx.vertx();
  private final ContextInternal loop = (ContextInternal) vertx.getOrCreateContext();
  private final Database database = onLoop();
  private final BulkStatement addAll = database.bulkWrite(ADD_ALL, BulkStatement.Column.TEXT);
  private final AtomicInteger tries = new AtomicInteger();

  GoneTransactionIT() {
    testDatabase.execute("CREATE TABLE marks (mark text PRIMARY KEY)");
  }

  /** How statements become a transaction. */
  enum Way {
    TRANSACTION {
      @Override
      Future<?> run(Database database, BulkStatement addAll, Work work) {
        return database.transaction(
            connection ->
                work.apply(mark -> connection.preparedQuery(ADD).execute(Tuple.of(mark))));
      }
    },
    UNIT {
      @Override
      Future<?> run(Database database, BulkStatement addAll, Work work) {
        return database.inRequestTransaction(
            Isolation.READ_COMMITTED,
            () -> work.apply(mark -> database.query(ADD, Tuple.of(mark))));
      }
    },
    SHARED {
      @Override
      Future<?> run(Database database, BulkStatement addAll, Work work) {
        return database.inSharedTransaction(
            ADDING, "one", () -> work.apply(mark -> addAll.execute(ACCOUNT, mark)));
      }
    };

    abstract Future<?> run(Database database, BulkStatement addAll, Work work);
  }

  /** Statements of a transaction, given one that adds a mark. */
  interface Work extends Function<Function<String, Future<?>>, Future<Object>> {}

  private Database onLoop() {
    Promise<Database> made = Promise.promise();
    loop.runOnContext(
        started ->
            made.complete(
                new Database(
                    vertx,
                    testDatabase.address(),
                    TestApp.config(testDatabase.address(), Map.of("BELFRY_DATABASE_TIMEOUT", "5s"))
                        .database(),
                    2)));
    return made.future().await();
  }

  @AfterEach
  void close() {
    vertx.close().await();
    testDatabase.close();
  }

  private void request(Way way, Work work) {
    Promise<Object> result = Promise.promise();
    loop.duplicate()
        .runOnContext(
            started -> {
              RequestScope.enter(ACCOUNT, Actor.SYSTEM);
              way.run(database, addAll, work).<Object>map(done -> done).onComplete(result);
            });
    result.future().await();
  }

  /** Blocks the thread until no, or until some, session is as the condition of SQL says. */
  private void until(boolean some, String condition) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (testDatabase.count("SELECT count(*)" + SESSIONS + condition) > 0 != some) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatStoodStillIsDoneInAnotherTransaction(Way way) {
    request(
        way,
        add ->
            add.apply("first")
                .compose(
                    done -> {
                      if (tries.incrementAndGet() == 1) {
                        until(false, "state LIKE 'idle in transaction%'");
                      }
                      return add.apply("second").mapEmpty();
                    }));

    assertThat(tries).hasValue(2);
    assertThat(testDatabase.count("SELECT count(*) FROM marks")).isEqualTo(2);
  }

  /** Whether it has taken effect, nobody can tell. */
  @ParameterizedTest
  @EnumSource
  void aCommitThatIsLostIsNotTriedAgain(Way way) {
    testDatabase.execute(
        """
        CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER linger AFTER INSERT ON marks DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION linger();""");
    CompletableFuture<Void> killed =
        CompletableFuture.runAsync(
            () -> {
              until(true, "wait_event = 'PgSleep'");
              testDatabase.count(
                  "SELECT count(pg_terminate_backend(pid))" + SESSIONS + "wait_event = 'PgSleep'");
            });

    assertThatThrownBy(
            () ->
                request(
                    way,
                    add -> {
                      tries.incrementAndGet();
                      return add.apply("first").mapEmpty();
                    }))
        .isInstanceOfSatisfying(
            ApiException.class, lost -> assertThat(lost.error().status()).isEqualTo(503));

    killed.join();
    assertThat(tries).hasValue(1);
  }
}
