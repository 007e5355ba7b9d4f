package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.db.BulkStatement.Column;
import dev.belfry.testing.OwnPostgres;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits that wait for a standby when their server is replaced take effect once. */
class CommitsIT {
  private static final UUID ACCOUNT = new UUID(0, 1);
  private static final SharedKind ADDING = new SharedKind("add", Isolation.READ_COMMITTED);
  private static final String ADD = "INSERT INTO marks (mark) VALUES ($1)";

  @TempDir private Path directory = Path.of("");
  private OwnPostgres first;
  private OwnPostgres second;
  private LoopFixture fixture;
  private BulkStatement addAll;

  @BeforeEach
  void start() throws IOException {
    first = OwnPostgres.start(Files.createDirectory(directory.resolve("first")));
    second = first.follower(Files.createDirectory(directory.resolve("second")));
    fixture =
        new LoopFixture(
            TestDatabase.at(first.addressWith(second)),
            4,
            Map.of("BELFRY_DATABASE_TIMEOUT", "20s"));
    fixture.testDatabase.execute("CREATE TABLE marks (mark text)");
    addAll = fixture.bulkWrite(SharedTransactionIT.ADD, Column.TEXT);
  }

  @AfterEach
  void close() {
    fixture.close();
    second.close();
    first.close();
  }

  /** Each way of writing. */
  private List<Supplier<Future<?>>> ways() {
    Database database = fixture.database;
    return List.of(
        () -> addAll.execute(ACCOUNT, "statement of many requests"),
        () -> database.change(ADD, Tuple.of("transaction")),
        () ->
            database.inRequestTransaction(
                Isolation.READ_COMMITTED,
                () -> database.query(ADD, Tuple.of("transaction of a request"))),
        () ->
            database.inSharedTransaction(
                ADDING, "one", () -> addAll.execute(ACCOUNT, "transaction of many")));
  }

  /** Each way of writing, as a request of its own; all of them wait for the standby. */
  private List<CompletableFuture<?>> writes() {
    List<CompletableFuture<?>> writes = begun();
    try (TestDatabase there = TestDatabase.at(first.address())) {
      Polling.until(
          "all commits wait",
          () ->
              there.count("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
                  == writes.size());
    }
    return writes;
  }

  private List<CompletableFuture<?>> begun() {
    return ways().stream()
        .<CompletableFuture<?>>map(
            write ->
                CompletableFuture.runAsync(
                    () -> fixture.request(ACCOUNT, () -> write.get().<Void>mapEmpty())))
        .toList();
  }

  private static boolean answers(OwnPostgres server) {
    try (TestDatabase there = TestDatabase.at(server.address())) {
      return there.count("SELECT 1") == 1;
    } catch (AssertionError refused) {
      return false;
    }
  }

  private void assertAllOnce(List<CompletableFuture<?>> writes) {
    assertThat(writes).allSatisfy(write -> assertThat(write.get(30, TimeUnit.SECONDS)).isNull());
    try (TestDatabase there = TestDatabase.at(second.address())) {
      assertThat(there.count("SELECT count(*) FROM marks")).isEqualTo(writes.size());
      assertThat(there.count("SELECT count(DISTINCT mark) FROM marks")).isEqualTo(writes.size());
    }
  }

  /** The client writes to connections before it reads what the server has said at their end. */
  @Test
  void thoseOfSessionsThatHaveEndedUnheardAreSentAgain() {
    for (int round = 0; round < 5; round++) {
      begun().forEach(CompletableFuture::join);
      fixture.testDatabase.execute("TRUNCATE marks");
      CompletableFuture<Void> over =
          new CompletableFuture<Void>().completeOnTimeout(null, 30, TimeUnit.SECONDS);
      fixture.loop.runOnContext(blocked -> over.join());
      List<CompletableFuture<?>> writes = begun();
      fixture.testDatabase.count(
          """
          SELECT count(pg_terminate_backend(pid, 10000)) FROM pg_stat_activity
          WHERE application_name = 'belfry' AND pid <> pg_backend_pid()""");
      over.complete(null);
      assertThat(writes).allSatisfy(write -> assertThat(write.get(30, TimeUnit.SECONDS)).isNull());
      assertThat(fixture.testDatabase.count("SELECT count(*) FROM marks")).isEqualTo(4);
    }
  }

  @Test
  void thoseThatTheNextServerHasAreAnswered() {
    second.freeze();
    List<CompletableFuture<?>> writes = writes();
    CompletableFuture<Void> stopped = CompletableFuture.runAsync(first::stop);
    Polling.until("the server ends its sessions", () -> !answers(first));
    second.thaw();
    stopped.join();
    second.promote();
    assertAllOnce(writes);
  }

  @Test
  void thoseThatTheNextServerDoesNotHaveAreSentAgain() {
    second.execute("ALTER SYSTEM SET primary_conninfo = ''");
    second.execute("SELECT pg_reload_conf()");
    try (TestDatabase there = TestDatabase.at(first.address())) {
      Polling.until(
          "nothing follows", () -> there.count("SELECT count(*) FROM pg_stat_replication") == 0);
    }
    List<CompletableFuture<?>> writes = writes();
    first.kill();
    second.promote();
    assertAllOnce(writes);
  }
}
