package dev.belfry.platform.db;

import static dev.belfry.platform.db.LoopFixture.on;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.db.BulkStatement.Column;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BulkStatementIT {
  private static final UUID ACME = UUID.fromString("00000000-0000-7000-8000-0000000000aa");
  private static final UUID OTHERS = UUID.fromString("00000000-0000-7000-8000-0000000000bb");

  private static final String READ =
      """
      SELECT n.text, asked.number FROM unnest($1::uuid[], $2::uuid[])
        WITH ORDINALITY AS asked (account, id, number) JOIN notes n USING (id, account)""";

  /** A text longer than nine characters is refused; a row that is locked is waited for. */
  private static final String APPEND =
      """
      UPDATE notes n SET text = n.text || a.text, by = acting.actors::jsonb -> n.id::text ->> 0
      FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY
          AS a (account, id, text, number)
        CROSS JOIN (SELECT set_config('belfry.acting', $4, true) AS actors) AS acting
      WHERE n.id = a.id AND n.account = a.account
      RETURNING n.text, n.by, a.number""";

  /** The same, which skips rows that are locked. */
  private static final String SKIP_AND_APPEND =
      APPEND.replace(
          "WHERE n.id",
          "JOIN (SELECT id FROM notes WHERE id = ANY ($2) ORDER BY id FOR UPDATE SKIP LOCKED)"
              + " AS held ON held.id = a.id WHERE n.id");

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname ="
          + " current_database()";

  private final LoopFixture fixture = new LoopFixture(2, Map.of());
  private final TestDatabase testDatabase = fixture.testDatabase;
  private final ContextInternal loop = fixture.loop;
  private final Database database = fixture.database;
  private final BulkStatement notes;
  private final BulkStatement append;
  private final BulkStatement skipAndAppend;

  BulkStatementIT() {
    sql(
        "CREATE TABLE notes (id uuid PRIMARY KEY, account uuid, text text CHECK (length(text) <"
            + " 10)");
    notes = bulk(() -> database.bulkRead(READ, Column.GUID));
    append = bulk(() -> database.bulkWrite(APPEND, Column.GUID, Column.TEXT));
    skipAndAppend = bulk(() -> database.bulkWrite(SKIP_AND_APPEND, Column.GUID, Column.TEXT));
    on(loop, database::ready);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private void sql(String table) {
    try (Connection connection = testDatabase.jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(table + ", by text)");
      statement.execute(
          "INSERT INTO notes SELECT ('00000000-0000-7000-8000-'||lpad(n::text,12,'0'))::uuid,"
              + " '%s', 'note '||n FROM generate_series(1, 300) n".formatted(ACME));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private BulkStatement bulk(Supplier<BulkStatement> made) {
    return on(loop, () -> Future.succeededFuture(made.get()));
  }

  private static UUID id(int number) {
    return UUID.fromString("00000000-0000-7000-8000-%012d".formatted(number));
  }

  private static String text(Optional<Row> found) {
    return found.map(row -> row.getString(0)).orElse("none");
  }

  private List<String> all(List<UUID> ids, UUID account) {
    return together(
        ids.stream()
            .<Supplier<Future<Optional<Row>>>>map(id -> () -> notes.execute(account, id))
            .toList());
  }

  /** What becomes of executions that are sent in one turn of the loop. */
  private List<String> together(List<Supplier<Future<Optional<Row>>>> executions) {
    return on(
        loop,
        () -> {
          List<Future<String>> asked = new ArrayList<>();
          executions.forEach(
              one ->
                  asked.add(
                      one.get()
                          .map(BulkStatementIT::text)
                          .otherwise(failure -> failure.getClass().getSimpleName())));
          return Future.all(asked).map(done -> done.<String>list());
        });
  }

  @Test
  void givesEachItsOwnRowAndNoneWhereThereIsNone() {
    assertThat(all(List.of(id(7), id(999), id(8), id(7)), ACME))
        .containsExactly("note 7", "none", "note 8", "note 7");
  }

  @Test
  void findsNothingOfAnotherAccount() {
    assertThat(all(List.of(id(7), id(8)), OTHERS)).containsExactly("none", "none");
    assertThat(together(List.of(() -> append.execute(OTHERS, id(7), "!")))).containsExactly("none");
    assertThat(all(List.of(id(7)), ACME)).containsExactly("note 7");
  }

  @Test
  void manyAtOnceAreSeveralBatches() {
    List<UUID> ids = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int n = 300; n >= 1; n--) {
      ids.add(id(n));
      texts.add("note " + n);
    }

    assertThat(all(ids, ACME)).isEqualTo(texts);
  }

  @Test
  void changesOfOneRowFollowEachOtherInOrder() {
    assertThat(
            together(
                List.of(
                    () -> append.execute(ACME, id(1), "a"),
                    () -> append.execute(ACME, id(2), "x"),
                    () -> append.execute(ACME, id(1), "b"),
                    () -> append.execute(ACME, id(1), "c"))))
        .containsExactly("note 1a", "note 2x", "note 1ab", "note 1abc");
  }

  @Test
  void whatTheDatabaseRefusesFailsAlone() {
    assertThat(
            together(
                List.of(
                    () -> append.execute(ACME, id(1), "a"),
                    () -> append.execute(ACME, id(2), "much too long"),
                    () -> append.execute(ACME, id(3), "c"))))
        .containsExactly("note 1a", PgException.class.getSimpleName(), "note 3c");
  }

  @Test
  void aLockedRowIsLeftToItsCallerAndTheOthersGoOn() throws SQLException {
    try (Connection other = locking(id(2))) {

      assertThat(
              together(
                  List.of(
                      () -> append.execute(ACME, id(1), "a"),
                      () -> append.execute(ACME, id(2), "b"),
                      () -> append.execute(ACME, id(3), "c"))))
          .containsExactly("note 1a", "none", "note 3c");
      other.rollback();
    }
  }

  /** A slow machine may take longer to free the row than a batch waits for it. */
  @Test
  void aRowThatIsSoonFreeIsWaitedForApartFromTheOthers() throws SQLException {
    List<String> texts = List.of();
    for (int tries = 0; tries < 50 && !texts.equals(List.of("b", "bc")); tries++) {
      testDatabase.execute("UPDATE notes SET text = ''");
      try (Connection other = locking(id(2))) {
        Future<Optional<Row>> first = sent(id(2), "b");
        Future<Optional<Row>> second = sent(id(2), "c");
        assertThat(text(sent(id(1), "a").await())).isEqualTo("a");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        while (testDatabase.count(WAITING) == 0 && System.nanoTime() < deadline) {
          Thread.onSpinWait();
        }
        other.commit();
        texts = List.of(text(first.await()), text(second.await()));
      }
    }

    assertThat(texts).containsExactly("b", "bc");
  }

  @Test
  void aRowThatStaysLockedIsLeftToItsCallers() throws SQLException {
    try (Connection other = locking(id(2))) {

      assertThat(
              together(
                  List.of(
                      () -> skipAndAppend.execute(ACME, id(1), "a"),
                      () -> skipAndAppend.execute(ACME, id(2), "b"),
                      () -> skipAndAppend.execute(ACME, id(2), "c"),
                      () -> skipAndAppend.execute(ACME, id(3), "d"))))
          .containsExactly("note 1a", "none", "none", "note 3d");
      other.rollback();
    }
  }

  /** A connection whose transaction has locked a row. */
  private Connection locking(UUID id) throws SQLException {
    Connection other = testDatabase.jdbc();
    other.setAutoCommit(false);
    try (Statement statement = other.createStatement()) {
      statement.execute("SELECT FROM notes WHERE id = '%s' FOR UPDATE".formatted(id));
    }
    return other;
  }

  private Future<Optional<Row>> sent(UUID id, String text) {
    Promise<Optional<Row>> result = Promise.promise();
    loop.runOnContext(started -> skipAndAppend.execute(ACME, id, text).onComplete(result));
    return result.future();
  }

  @Test
  void eachRowHasTheActorOfItsRequest() {
    List<Future<Optional<Row>>> sent = new ArrayList<>();
    for (int n = 1; n <= 3; n++) {
      int number = n;
      Promise<Optional<Row>> result = Promise.promise();
      loop.duplicate()
          .runOnContext(
              started -> {
                RequestScope.enter(new UUID(0, 1), new Actor("key:" + number, "r\"" + number));
                append.execute(ACME, id(number), "!").onComplete(result);
              });
      sent.add(result.future());
    }

    assertThat(sent)
        .extracting(one -> one.await().orElseThrow().getString(1))
        .containsExactly("key:1", "key:2", "key:3");
  }

  @Test
  void seesWhatTheTransactionOfItsRequestHasChanged() {
    Optional<Row> inside =
        on(
            loop.duplicate(),
            () -> {
              RequestScope.enter(new UUID(0, 1), new Actor("key:a", "r"));
              return database.inRequestTransaction(
                  Isolation.READ_COMMITTED,
                  () ->
                      database
                          .query("UPDATE notes SET text = 'changed' WHERE id = $1", Tuple.of(id(1)))
                          .compose(
                              done ->
                                  notes
                                      .execute(ACME, id(1))
                                      .compose(
                                          found -> {
                                            assertThat(text(found)).isEqualTo("changed");
                                            return notes.execute(ACME, id(2));
                                          })));
            });

    assertThat(text(inside)).isEqualTo("note 2");
  }

  @Test
  void isA503WhileTheDatabaseIsAway() {
    on(loop, database::close);

    assertThatThrownBy(() -> on(loop, () -> notes.execute(ACME, id(1))))
        .isInstanceOf(ApiException.class);
  }
}
