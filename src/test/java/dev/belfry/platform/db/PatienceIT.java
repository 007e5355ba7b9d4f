package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.app.TestApp;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.error.ApiException;
import dev.belfry.testing.ClockWait;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A database that answers others is waited for longer than one that answers nobody. */
@ClockWait("A slow database is told from one that is away by time-outs.")
class PatienceIT {
  private static final String PAUSE = "SELECT pg_sleep(0.25)";
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final LoopFixture fixture = new LoopFixture(2, Map.of("BELFRY_DATABASE_TIMEOUT", "1s"));
  private final Database database = fixture.database;
  private final AtomicBoolean enough = new AtomicBoolean();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static Function<SqlConnection, Future<Void>> pauses(int count) {
    return connection -> {
      Future<Void> done = Future.succeededFuture();
      for (String statement : Collections.nCopies(count, PAUSE)) {
        done = done.compose(before -> connection.query(statement).execute()).mapEmpty();
      }
      return done;
    };
  }

  private void askOn() {
    if (!enough.get()) {
      database.query("SELECT 1", Tuple.tuple()).onComplete(answered -> askOn());
    }
  }

  @Test
  void aSlowDatabaseIsWaitedForWhileItAnswersOthers() {
    fixture.loop.runOnContext(started -> askOn());
    LoopFixture.on(fixture.loop, () -> database.transaction(pauses(8)));
    enough.set(true);
  }

  @Test
  void aSlowDatabaseIsGivenUpAtLast() {
    fixture.loop.runOnContext(started -> askOn());
    long before = System.nanoTime();
    assertThatThrownBy(() -> LoopFixture.on(fixture.loop, () -> database.transaction(pauses(40))))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("unavailable");
    enough.set(true);
    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - before)).isBetween(2L, 8L);
  }

  @Test
  void whatTheHeartbeatIsAnsweredCounts() {
    Vertx vertx = fixture.loop.owner();
    DatabaseAddress address = fixture.testDatabase.address();
    Config config = TestApp.config(address, Map.of("BELFRY_DATABASE_TIMEOUT", "1s"));
    Patience patience = new Patience(TIMEOUT);
    Heartbeat heartbeat =
        new Heartbeat(vertx, address, patience, InstantSource.system(), List.of());
    heartbeat.start().await();
    NotificationSender sender = new NotificationSender(vertx, address, TIMEOUT);
    LoopFixture.on(
        fixture.loop,
        () -> {
          Database patient =
              new Database(vertx, address, config.database(), 1, config.quotas(), sender, patience);
          return patient.transaction(pauses(8)).eventually(patient::close);
        });
    heartbeat.stop().await();
  }

  @Test
  void aDatabaseThatAnswersNobodyIsGivenUpSoon() {
    long before = System.nanoTime();
    assertThatThrownBy(() -> LoopFixture.on(fixture.loop, () -> database.transaction(pauses(24))))
        .isInstanceOf(ApiException.class);
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before)).isBetween(1_000L, 4_500L);
  }
}
