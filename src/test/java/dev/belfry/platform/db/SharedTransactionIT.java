package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What many requests do in one transaction, and what sends each of them into its own. */
class SharedTransactionIT {
  private static final UUID ACCOUNT = new UUID(0, 1);

  /** Adds marks for many requests. */
  static final String ADD =
      """
      WITH asked AS (
        SELECT * FROM unnest($1::uuid[], $2::text[])
          WITH ORDINALITY AS a (account_id, mark, number)),
      made AS (
        INSERT INTO marks (mark) SELECT a.mark FROM asked a
          CROSS JOIN (SELECT set_config('belfry.acting', $3, true)) AS acting
        RETURNING mark)
      SELECT a.number FROM asked a JOIN made m ON m.mark = a.mark""";

  private static final SharedKind ADDING = new SharedKind("add", Isolation.READ_COMMITTED);
  private static final SharedKind JUDGING = new SharedKind("judge", Isolation.REPEATABLE_READ);

  private final LoopFixture fixture = new LoopFixture(4, Map.of("BELFRY_DATABASE_TIMEOUT", "2s"));
  private final TestDatabase testDatabase = fixture.testDatabase;
  private final ContextInternal loop = fixture.loop;
  private final Database database = fixture.database;
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final BulkStatement add;
  private final BulkStatement read;
  private final BulkStatement raise;

  SharedTransactionIT() {
    testDatabase.execute(
        "CREATE TABLE marks (mark text PRIMARY KEY, count int NOT NULL DEFAULT 0)");
    add = database.bulkWrite(ADD, BulkStatement.Column.TEXT);
    read =
        database.bulkRead(
            """
            SELECT m.count, a.number
            FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS a (account_id, mark, number)
              JOIN marks m ON m.mark = a.mark""",
            BulkStatement.Column.TEXT);
    raise =
        database.bulkWrite(
            """
            UPDATE marks m SET count = a.count
            FROM unnest($1::uuid[], $2::text[], $3::int[])
                WITH ORDINALITY AS a (account_id, mark, count, number)
              CROSS JOIN (SELECT set_config('belfry.acting', $4, true)) AS acting
            WHERE m.mark = a.mark RETURNING a.number""",
            BulkStatement.Column.TEXT,
            BulkStatement.Column.INT);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Sends work at the same moment, each a request; the failure of each, null for none. */
  private <T> List<@Nullable Throwable> together(SharedKind kind, List<Supplier<Future<T>>> works) {
    List<Future<T>> sent = new ArrayList<>();
    Promise<Void> begun = Promise.promise();
    loop.runOnContext(
        now -> {
          for (int i = 0; i < works.size(); i++) {
            Supplier<Future<T>> work = works.get(i);
            int subject = i;
            ContextInternal request = loop.duplicate();
            request.dispatch(
                () -> {
                  RequestScope.enter(ACCOUNT, Actor.SYSTEM);
                  sent.add(database.inSharedTransaction(kind, subject, work));
                });
          }
          begun.complete();
        });
    begun.future().await();
    List<@Nullable Throwable> failures = new ArrayList<>();
    for (Future<T> one : sent) {
      failures.add(one.transform(done -> Future.succeededFuture(done.cause())).await());
    }
    return failures;
  }

  private Future<?> add(String mark) {
    return add.execute(ACCOUNT, mark);
  }

  /** A plan of the time when a table was small must not read it whole when it has grown. */
  @Test
  void statementsForManyRequestsArePlannedWithIndexes() {
    String setting =
        """
        SELECT current_setting('enable_seqscan'), a.number
        FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS a (account_id, mark, number)""";
    BulkStatement reads = database.bulkRead(setting, BulkStatement.Column.TEXT);
    BulkStatement writes =
        database.bulkWrite(
            setting + ", set_config('belfry.acting', $3, true)", BulkStatement.Column.TEXT);
    for (BulkStatement statement : List.of(reads, writes)) {
      Supplier<Future<String>> ask =
          () ->
              statement
                  .execute(ACCOUNT, "one")
                  .map(found -> found.orElseThrow().getString(0))
                  .onSuccess(seen::add);
      Promise<String> alone = Promise.promise();
      loop.runOnContext(now -> ask.get().onComplete(alone));
      alone.future().await();
      together(ADDING, List.of(ask));
    }

    assertThat(seen).containsExactly("off", "off", "off", "off");
  }

  private List<Supplier<Future<Object>>> adding(String... marks) {
    List<Supplier<Future<Object>>> works = new ArrayList<>();
    for (String mark : marks) {
      works.add(() -> add(mark).map(done -> mark));
    }
    return works;
  }

  private long transactions() {
    return testDatabase.count("SELECT count(DISTINCT xmin::text) FROM marks");
  }

  private long marks() {
    return testDatabase.count("SELECT count(*) FROM marks");
  }

  @Test
  void whatArrivesTogetherIsOneTransaction() {
    assertThat(together(ADDING, adding("a", "b", "c"))).containsOnlyNulls();

    assertThat(marks()).isEqualTo(3);
    assertThat(transactions()).isEqualTo(1);
  }

  @Test
  void aRefusedStatementFailsItsOwnRequestAlone() {
    testDatabase.execute("INSERT INTO marks VALUES ('b')");

    List<@Nullable Throwable> failures = together(ADDING, adding("a", "b", "c"));

    assertThat(failures.get(1)).isNotNull();
    assertThat(failures).containsOnlyOnce(failures.get(1));
    assertThat(marks()).isEqualTo(3);
  }

  @Test
  void whoFailsAfterAWriteLeavesNothingBehind() {
    List<Supplier<Future<Object>>> works = adding("a", "b", "c");
    works.set(
        1,
        () ->
            add("b")
                .compose(done -> Future.failedFuture(new ApiException(ApiError.CONFLICT, "no"))));

    assertThat(together(ADDING, works)).filteredOn(failure -> failure != null).hasSize(1);
    assertThat(marks()).isEqualTo(2);
  }

  @Test
  void whoAsksForMoreRunsAloneAndTheOthersGoOn() {
    List<Supplier<Future<Object>>> works = adding("a", "b", "c");
    works.set(
        1, () -> database.change("INSERT INTO marks VALUES ($1)", Tuple.of("b")).map(done -> "b"));

    assertThat(together(ADDING, works)).containsOnlyNulls();
    assertThat(marks()).isEqualTo(3);
    assertThat(transactions()).isEqualTo(2);
  }

  @Test
  void whatWaitsForTheCommitComesOnceAndOnlyThen() {
    List<Supplier<Future<Object>>> works = adding("a", "b");
    works.add(
        () -> {
          RequestScope.afterCommit(() -> seen.add("left"));
          return database.change("INSERT INTO marks VALUES ('c')", Tuple.tuple()).map(done -> "c");
        });
    works.add(
        () -> {
          RequestScope.afterCommit(() -> seen.add("failed"));
          return Future.failedFuture(new ApiException(ApiError.CONFLICT, "no"));
        });

    together(ADDING, works);

    assertThat(seen).containsExactly("left");
  }

  /** Both read the same, so that one of them would undo what the other did. */
  @Test
  void ofTwoWhoJudgeByOneRowTheSecondJudgesAgain() {
    testDatabase.execute("INSERT INTO marks VALUES ('a')");
    Supplier<Future<Object>> countUp =
        () ->
            database
                .reading(() -> read.execute(ACCOUNT, "a"))
                .compose(row -> raise.execute(ACCOUNT, "a", row.orElseThrow().getInteger(0) + 1))
                .map(done -> "a");

    assertThat(together(JUDGING, List.of(countUp, countUp, countUp))).containsOnlyNulls();

    assertThat(testDatabase.count("SELECT count FROM marks")).isEqualTo(3);
  }

  @Test
  void whoLosesTheConnectionLeavesTheOthersUnharmed() {
    List<Supplier<Future<Object>>> works = adding("a", "b");
    works.set(
        1,
        () ->
            database
                .reading(
                    () ->
                        database.query(
                            "SELECT pg_terminate_backend(pg_backend_pid())", Tuple.tuple()))
                .map(done -> "b"));

    List<@Nullable Throwable> failures = together(ADDING, works);

    assertThat(failures.get(0)).isNull();
    assertThat(failures.get(1))
        .isInstanceOfSatisfying(
            ApiException.class, told -> assertThat(told.error()).isEqualTo(ApiError.UNAVAILABLE));
    assertThat(marks()).isOne();
  }
}
