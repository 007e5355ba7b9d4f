package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
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
  private static final String SESSIONS =
      " FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND ";

  private static final String AT_GATE = "wait_event = 'PgSleep'";

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NANOS = 5_000_000;

  private final LoopFixture fixture = new LoopFixture(2, Map.of("BELFRY_DATABASE_TIMEOUT", "5s"));
  private final TestDatabase testDatabase = fixture.testDatabase;
  private final ContextInternal loop = fixture.loop;
  private final Database database = fixture.database;
  private final BulkStatement addAll =
      database.bulkWrite(SharedTransactionIT.ADD, BulkStatement.Column.TEXT);
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

  @AfterEach
  void close() {
    fixture.close();
  }

  private void request(Way way, Work work) {
    fixture.request(ACCOUNT, () -> way.run(database, addAll, work).<Object>map(done -> done));
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

  /** A server that stops ends one session after the other, while work goes from one to the next. */
  @ParameterizedTest
  @EnumSource(names = {"TRANSACTION", "UNIT"})
  void workGoesOnAfterSeveralSessionsThatEnd(Way way) {
    request(
        way,
        add -> {
          int done = tries.incrementAndGet();
          return add.apply("try " + done)
              .compose(
                  added -> {
                    if (done < 4) {
                      end("state LIKE 'idle in transaction%'");
                    }
                    return add.apply("rest").mapEmpty();
                  });
        });

    assertThat(tries).hasValue(4);
    assertThat(testDatabase.count("SELECT count(*) FROM marks")).isEqualTo(2);
  }

  /** The client learns of the end of the session with the answer to the last statement. */
  @ParameterizedTest
  @EnumSource
  void whatEndsBeforeItsCommitIsSentIsDoneInAnotherTransaction(Way way) {
    atTheGate("AFTER INSERT ON marks");
    CompletableFuture<Void> ended =
        CompletableFuture.runAsync(
            () -> {
              until(true, AT_GATE);
              CompletableFuture<Void> over =
                  new CompletableFuture<Void>().completeOnTimeout(null, 30, TimeUnit.SECONDS);
              loop.runOnContext(blocked -> over.join());
              testDatabase.execute("DELETE FROM gate");
              until(true, "state = 'idle in transaction'");
              end("state = 'idle in transaction'");
              over.complete(null);
            });

    request(way, this::addOne);

    ended.join();
    assertThat(tries).hasValueGreaterThan(1);
    assertThat(testDatabase.count("SELECT count(*) FROM marks")).isOne();
  }

  /** The server says that it ended the session, so the commit has had no effect. */
  @ParameterizedTest
  @EnumSource
  void whatEndsInItsCommitIsDoneInAnotherTransaction(Way way) {
    atTheGate("AFTER INSERT ON marks DEFERRABLE INITIALLY DEFERRED");
    CompletableFuture<Void> ended =
        CompletableFuture.runAsync(
            () -> {
              until(true, AT_GATE);
              end("state = 'active'");
              testDatabase.execute("DELETE FROM gate");
            });

    request(way, this::addOne);

    ended.join();
    assertThat(tries).hasValueGreaterThan(1);
    assertThat(testDatabase.count("SELECT count(*) FROM marks")).isOne();
  }

  private Future<Object> addOne(Function<String, Future<?>> add) {
    tries.incrementAndGet();
    return add.apply("first").mapEmpty();
  }

  /** Lets transactions wait until the gate is empty. */
  private void atTheGate(String when) {
    testDatabase.execute(
        """
        CREATE TABLE gate AS SELECT 1;
        CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN
            WHILE EXISTS (SELECT FROM gate) LOOP PERFORM pg_sleep(0.01); END LOOP;
            RETURN NULL;
          END $$;
        CREATE CONSTRAINT TRIGGER wait_at_gate %s
          FOR EACH ROW EXECUTE FUNCTION wait_at_gate();"""
            .formatted(when));
  }

  /** Ends sessions as a server does that stops. */
  private void end(String condition) {
    testDatabase.count("SELECT count(pg_terminate_backend(pid))" + SESSIONS + condition);
    until(false, condition);
  }
}
