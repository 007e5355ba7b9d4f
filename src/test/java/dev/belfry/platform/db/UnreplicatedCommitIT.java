package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.db.BulkStatement.Column;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.OwnPostgres;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
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
      BulkStatement set =
          LoopFixture.on(
              fixture.loop,
              () ->
                  Future.succeededFuture(
                      fixture.database.bulkWrite(SET, Column.GUID, Column.TEXT)));
      LoopFixture.on(fixture.loop, fixture.database::ready);
      server.execute("ALTER SYSTEM SET synchronous_standby_names = 'gone'");
      server.execute("SELECT pg_reload_conf()");
      await(own);
      assertThatThrownBy(
              () -> LoopFixture.on(fixture.loop, () -> set.execute(NOTE, NOTE, "in doubt")))
          .isInstanceOfSatisfying(
              ApiException.class, told -> assertThat(told.error()).isEqualTo(ApiError.UNAVAILABLE));
      assertThat(own.count("SELECT count(*) FROM notes WHERE text = 'in doubt'"))
          .as("in effect on this server alone")
          .isOne();
    }
  }

  private static void await(TestDatabase own) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (own.count("SELECT count(*) FROM pg_settings WHERE setting = 'gone'") == 0) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
  }
}
