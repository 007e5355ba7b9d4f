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
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BatchedLookupIT {
  private static final UUID ACME = UUID.fromString("00000000-0000-7000-8000-0000000000aa");
  private static final UUID OTHERS = UUID.fromString("00000000-0000-7000-8000-0000000000bb");

  private final TestDatabase testDatabase = TestDatabase.create();
  private final Vertx vertx = Vertx.vertx();
  private final ContextInternal loop = (ContextInternal) vertx.getOrCreateContext();
  private final Database database =
      on(
          loop,
          () ->
              Future.succeededFuture(
                  new Database(
                      vertx,
                      testDatabase.address(),
                      TestApp.config(testDatabase.address(), Map.of()).database(),
                      2)));
  private final BatchedLookup notes;

  BatchedLookupIT() {
    on(
        loop,
        () ->
            database.query(
                "CREATE TABLE notes (id uuid PRIMARY KEY, account uuid, text text)",
                Tuple.tuple()));
    on(
        loop,
        () ->
            database.query(
                "INSERT INTO notes SELECT ('00000000-0000-7000-8000-'||lpad(n::text,12,'0'))::uuid,"
                    + " $1, 'note '||n FROM generate_series(1, 300) n",
                Tuple.of(ACME)));
    notes =
        on(
            loop,
            () ->
                Future.succeededFuture(
                    database.lookup(
                        "SELECT n.text, asked.number FROM unnest($1::uuid[], $2::uuid[])"
                            + " WITH ORDINALITY AS asked (id, account, number)"
                            + " JOIN notes n USING (id, account)")));
    on(loop, notes::ready);
  }

  @AfterEach
  void close() {
    vertx.close().await();
    testDatabase.close();
  }

  private static <T> T on(ContextInternal context, Supplier<Future<T>> work) {
    Promise<T> result = Promise.promise();
    context.runOnContext(started -> work.get().onComplete(result));
    return result.future().await();
  }

  private static UUID id(int number) {
    return UUID.fromString("00000000-0000-7000-8000-%012d".formatted(number));
  }

  private static String text(Optional<Row> found) {
    return found.map(row -> row.getString(0)).orElse("none");
  }

  private List<String> all(List<UUID> ids, UUID account) {
    return on(
            loop,
            () -> {
              List<Future<Optional<Row>>> asked = new ArrayList<>();
              ids.forEach(id -> asked.add(notes.execute(account, id)));
              return Future.all(asked).map(done -> done.<Optional<Row>>list());
            })
        .stream()
        .map(BatchedLookupIT::text)
        .toList();
  }

  @Test
  void givesEachItsOwnRowAndNoneWhereThereIsNone() {
    assertThat(all(List.of(id(7), id(999), id(8), id(7)), ACME))
        .containsExactly("note 7", "none", "note 8", "note 7");
  }

  @Test
  void findsNothingOfAnotherAccount() {
    assertThat(all(List.of(id(7), id(8)), OTHERS)).containsExactly("none", "none");
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
  void seesWhatTheTransactionOfItsRequestHasChanged() {
    Optional<Row> inside =
        on(
            loop.duplicate(),
            () -> {
              RequestScope.enter(new Actor("key:a", "r"));
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
  void whatTheDatabaseRefusesFailsAllThatAskedForIt() {
    BatchedLookup broken =
        on(
            loop,
            () -> {
              BatchedLookup made = database.lookup("SELECT 1 / 0, $1::uuid[], $2::uuid[]");
              return made.ready().map(made);
            });

    assertThatThrownBy(() -> on(loop, () -> broken.execute(ACME, id(1))))
        .hasMessageContaining("division by zero");
    assertThat(text(on(loop, () -> notes.execute(ACME, id(1))))).isEqualTo("note 1");
  }

  @Test
  void isA503WhileTheDatabaseIsAway() {
    on(loop, database::close);

    assertThatThrownBy(() -> on(loop, () -> notes.execute(ACME, id(1))))
        .isInstanceOf(ApiException.class);
  }
}
