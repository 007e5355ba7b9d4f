package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.db.BulkStatement.Column;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.OwnPostgres;
import dev.belfry.testing.Polling;
import dev.belfry.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A commit that waits for a standby that is gone may be lost, whatever the server says of it. */
class UnreplicatedCommitIT {
  private static final UUID NOTE = UUID.fromString("00000000-0000-7000-8000-000000000001");

  private static final String SET =
      """
      UPDATE notes n SET text = a.text
      FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY
          AS a (account, id, text, number)
        CROSS JOIN (SELECT set_config('belfry.acting', $4, true)) AS acting
      WHERE n.id = a.id
      RETURNING n.text, a.number""";

  @TempDir private Path directory = Path.of("");

  @Test
  void isNotAnsweredAsIfTheStandbyHadIt() {
    try (OwnPostgres server = OwnPostgres.start(directory);
        LoopFixture fixture =
            new LoopFixture(
                TestDatabase.at(server.address()), 1, Map.of("BELFRY_DATABASE_TIMEOUT", "300ms"))) {
      TestDatabase own = fixture.testDatabase;
      own.execute("CREATE TABLE notes (id uuid PRIMARY KEY, text text)");
      own.execute("INSERT INTO notes VALUES ('" + NOTE + "', '')");
      BulkStatement set = fixture.bulkWrite(SET, Column.GUID, Column.TEXT);
      loseStandby(server, own);
      assertThatThrownBy(
              () -> LoopFixture.on(fixture.loop, () -> set.execute(NOTE, NOTE, "in doubt")))
          .isInstanceOfSatisfying(
              ApiException.class, told -> assertThat(told.error()).isEqualTo(ApiError.UNAVAILABLE));
      assertThat(own.count("SELECT count(*) FROM notes WHERE text = 'in doubt'"))
          .as("in effect on this server alone")
          .isOne();
    }
  }

  /** Of a commit that waits for a standby, a server that ends its session tells nothing. */
  @Test
  void isNotTriedAgain() {
    try (OwnPostgres server = OwnPostgres.start(directory);
        LoopFixture fixture =
            new LoopFixture(
                TestDatabase.at(server.address()), 3, Map.of("BELFRY_DATABASE_TIMEOUT", "20s"))) {
      TestDatabase own = fixture.testDatabase;
      own.execute("CREATE TABLE marks (mark text)");
      BulkStatement addAll = fixture.bulkWrite(SharedTransactionIT.ADD, Column.TEXT);
      loseStandby(server, own);
      List<CompletableFuture<Void>> writes =
          Stream.of(GoneTransactionIT.Way.values())
              .map(
                  way ->
                      CompletableFuture.runAsync(
                          () ->
                              fixture.request(
                                  NOTE,
                                  () ->
                                      way.run(
                                              fixture.database,
                                              addAll,
                                              add -> add.apply(way.name()).mapEmpty())
                                          .<Void>mapEmpty())))
              .toList();
      String waiting = " FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
      Polling.until(
          "all commits wait", () -> own.count("SELECT count(*)" + waiting) == writes.size());

      own.count("SELECT count(pg_terminate_backend(pid))" + waiting);

      assertThat(writes)
          .allSatisfy(
              write ->
                  assertThatThrownBy(write::join)
                      .hasCauseInstanceOf(ApiException.class)
                      .cause()
                      .isInstanceOfSatisfying(
                          ApiException.class,
                          told -> assertThat(told.error()).isEqualTo(ApiError.UNAVAILABLE)));
      assertThat(own.count("SELECT count(*) FROM marks")).isEqualTo(writes.size());
    }
  }

  private static void loseStandby(OwnPostgres server, TestDatabase own) {
    server.execute("ALTER SYSTEM SET synchronous_standby_names = 'gone'");
    server.execute("SELECT pg_reload_conf()");
    Polling.until(
        "the server knows it",
        () -> own.count("SELECT count(*) FROM pg_settings WHERE setting = 'gone'") == 1);
  }
}
