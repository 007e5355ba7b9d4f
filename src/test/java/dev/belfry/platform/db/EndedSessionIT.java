package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.db.BulkStatement.Column;
import dev.belfry.testing.Polling;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A statement whose session a server ends, because it stops, is executed by another session. */
class EndedSessionIT {
  private static final UUID ACCOUNT = new UUID(0, 1);
  private static final String SLEEPING =
      " FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";

  private final LoopFixture fixture = new LoopFixture(1, Map.of());

  EndedSessionIT() {
    fixture.testDatabase.execute(
        """
        CREATE TABLE marks (mark text);
        CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$;
        CREATE TRIGGER linger AFTER INSERT ON marks FOR EACH ROW EXECUTE FUNCTION linger();""");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** How statements of many requests are sent. */
  enum Way {
    BULK {
      @Override
      Future<?> add(Database database) {
        return database
            .bulkWrite(SharedTransactionIT.ADD, Column.TEXT)
            .execute(ACCOUNT, "one of many");
      }
    },
    BATCHED {
      @Override
      Future<?> add(Database database) {
        return database
            .batched(
                "INSERT INTO marks (mark) VALUES ($1)", BatchOrder.FIRST_TEXT, Durability.ON_COMMIT)
            .execute(Tuple.of("one of many"));
      }
    };

    abstract Future<?> add(Database database);
  }

  @ParameterizedTest
  @EnumSource
  void costsNoWrite(Way way) {
    CompletableFuture<Void> added =
        CompletableFuture.runAsync(
            () -> fixture.request(ACCOUNT, () -> way.add(fixture.database).<Void>mapEmpty()));
    Polling.until("it is executed", () -> count("SELECT count(*)") == 1);
    assertThat(count("SELECT count(pg_terminate_backend(pid))")).isOne();

    added.join();
    assertThat(fixture.testDatabase.count("SELECT count(*) FROM marks")).isOne();
  }

  private long count(String what) {
    return fixture.testDatabase.count(what + SLEEPING);
  }
}
