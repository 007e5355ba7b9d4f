package dev.belfry.platform.db;

import static dev.belfry.platform.db.LoopFixture.on;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

class RequestScopeIT {
  private static final String ADD = "INSERT INTO marks (mark) VALUES ($1) RETURNING mark";
  private static final UUID ACCOUNT = new UUID(0, 1);
  private static final Actor ALICE = new Actor("key:alice", "r1");

  private final LoopFixture fixture = new LoopFixture(2, Map.of());
  private final ContextInternal loop = fixture.loop;
  private final Database database = fixture.database;
  private final BatchedStatement batched =
      on(
          loop,
          () ->
              Future.succeededFuture(
                  database.batched(ADD, BatchOrder.ARRIVAL, Durability.ON_COMMIT)));

  RequestScopeIT() {
    on(loop, database::ready);
    on(
        loop,
        () ->
            database.query(
                """
                CREATE TABLE marks (mark text NOT NULL, actor text DEFAULT
                  current_setting('belfry.actor')
                  || coalesce(' ' || current_setting('belfry.request', true), ''))""",
                Tuple.tuple()));
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Runs work as a request does: on a context of its own, in a scope. */
  private <T> T request(Supplier<Future<T>> work) {
    return on(
        loop.duplicate(),
        () -> {
          RequestScope.enter(ACCOUNT, ALICE);
          return work.get();
        });
  }

  private List<String> marks() {
    return on(
        loop,
        () ->
            database
                .query("SELECT mark FROM marks ORDER BY mark", Tuple.tuple())
                .map(rows -> Rows.list(rows, row -> row.getString(0))));
  }

  private Future<?> markEveryWay() {
    return batched
        .execute(Tuple.of("batched"))
        .compose(done -> database.query(ADD, Tuple.of("query")))
        .compose(
            done ->
                database.transaction(
                    connection -> connection.preparedQuery(ADD).execute(Tuple.of("transaction"))))
        .compose(done -> database.detached().query(ADD, Tuple.of("apart")));
  }

  @Test
  void everyStatementOfAUnitTakesEffect() {
    request(() -> database.inRequestTransaction(Isolation.READ_COMMITTED, this::markEveryWay));

    assertThat(marks()).containsExactly("apart", "batched", "query", "transaction");
  }

  @Test
  void nothingOfAUnitTakesEffectWhenItFailsButWhatStandsApart() {
    assertThatThrownBy(
            () ->
                request(
                    () ->
                        database.inRequestTransaction(
                            Isolation.READ_COMMITTED,
                            () ->
                                markEveryWay()
                                    .compose(done -> Future.failedFuture("a later failure")))))
        .hasMessage("a later failure");

    assertThat(marks()).containsExactly("apart");
  }

  @Test
  void aStatementThatIsRefusedUndoesTheUnit() {
    assertThatThrownBy(
            () ->
                request(
                    () ->
                        database.inRequestTransaction(
                            Isolation.READ_COMMITTED,
                            () ->
                                batched
                                    .execute(Tuple.of("first"))
                                    .compose(done -> batched.execute(Tuple.of((String) null))))))
        .hasMessageContaining("null value");

    assertThat(marks()).isEmpty();
  }

  @Test
  void effectsWaitForTheCommit() {
    List<String> order = new CopyOnWriteArrayList<>();

    request(
        () ->
            database
                .inRequestTransaction(
                    Isolation.READ_COMMITTED,
                    () -> {
                      RequestScope.afterCommit(() -> order.add("effect"));
                      order.add("work");
                      return batched.execute(Tuple.of("kept"));
                    })
                .onSuccess(done -> order.add("answer")));

    assertThat(order).containsExactly("work", "effect", "answer");
  }

  @Test
  void effectsOfAUnitThatFailsNeverCome() {
    List<String> order = new CopyOnWriteArrayList<>();

    assertThatThrownBy(
            () ->
                request(
                    () ->
                        database
                            .inRequestTransaction(
                                Isolation.READ_COMMITTED,
                                () -> {
                                  RequestScope.afterCommit(() -> order.add("effect"));
                                  return Future.failedFuture("undone");
                                })
                            .eventually(
                                () ->
                                    database.inRequestTransaction(
                                        Isolation.READ_COMMITTED, Future::succeededFuture))))
        .hasMessage("undone");

    assertThat(order).isEmpty();
  }

  @Test
  void effectsOutsideOfAUnitComeAtOnce() {
    List<String> order = new CopyOnWriteArrayList<>();

    request(
        () -> {
          RequestScope.afterCommit(() -> order.add("effect"));
          order.add("answer");
          return Future.succeededFuture();
        });

    assertThat(order).containsExactly("effect", "answer");
  }

  @Test
  void aRequestActsForItselfAfterEveryKindOfStatement() {
    Actor actor = request(() -> markEveryWay().map(done -> RequestScope.actor()));

    assertThat(actor).isEqualTo(ALICE);
    assertThat(on(loop, () -> Future.succeededFuture(RequestScope.actor())))
        .isEqualTo(Actor.SYSTEM);
  }

  @Test
  void everyTransactionSaysOnWhoseBehalfItIsAndNoneAfterIt() {
    // So that the connections know this statement, and not yet the one that tells the actor.
    for (int i = 0; i < 2; i++) {
      on(loop, () -> Future.all(mark("before"), mark("before")));
    }
    request(() -> database.change(ADD, Tuple.of("change")));
    request(
        () ->
            database.transaction(
                connection -> connection.preparedQuery(ADD).execute(Tuple.of("transaction"))));
    request(
        () ->
            database.inRequestTransaction(
                Isolation.READ_COMMITTED,
                () ->
                    batched
                        .execute(Tuple.of("batched in a unit"))
                        .compose(done -> database.change(ADD, Tuple.of("change in a unit")))));
    on(loop, () -> Future.all(mark("later"), mark("later")));
    on(loop, () -> batched.execute(Tuple.of("later")));

    List<String> marked =
        on(
            loop,
            () ->
                database
                    .query("SELECT DISTINCT mark || ': ' || trim(actor) FROM marks", Tuple.tuple())
                    .map(rows -> Rows.list(rows, row -> row.getString(0))));
    assertThat(marked)
        .containsExactlyInAnyOrder(
            "before: system",
            "change: key:alice r1",
            "transaction: key:alice r1",
            "batched in a unit: key:alice r1",
            "change in a unit: key:alice r1",
            "later: system");
  }

  private Future<?> mark(String name) {
    return database.query(ADD, Tuple.of(name));
  }

  @Test
  void anEventLoopIsNoRequest() {
    assertThatThrownBy(
            () ->
                on(
                    loop,
                    () -> {
                      RequestScope.enter(ACCOUNT, ALICE);
                      return Future.succeededFuture();
                    }))
        .isInstanceOf(IllegalStateException.class);
  }
}
