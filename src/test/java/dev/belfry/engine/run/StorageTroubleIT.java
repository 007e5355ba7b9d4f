package dev.belfry.engine.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.RealClock;
import dev.belfry.testing.ServerSignal;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Probing goes on while the database is away, and nothing looks like downtime of a target. */
@RealClock("Runs go on at their scheduled times while Postgres is away.")
class StorageTroubleIT {
  private static final int MONITORS = 30;

  @TempDir private Path directory = Path.of("");
  private @Nullable EmbeddedServer postgres;

  @Test
  void resultsWaitUntilTheDatabaseIsBack() {
    postgres = EmbeddedServer.start(directory, true);
    new Migrations().migrate(postgres.address());
    try (TestApp app = TestApp.startOn(postgres.address(), EngineFixture.probingFrom("all"));
        EngineFixture fixture = new EngineFixture(app)) {
      long from = fixture.now();
      for (int i = 0; i < MONITORS; i++) {
        fixture.monitor("/" + i, "");
      }
      EngineFixture.until(
          "every monitor runs",
          () -> fixture.number("SELECT count(DISTINCT series_id) FROM results") == MONITORS);

      ServerSignal.send(directory, "STOP");
      try {
        aPeriodGoesBy(fixture);
      } finally {
        ServerSignal.send(directory, "CONT");
      }
      evenAgain(fixture, from);

      ServerSignal.send(directory, "KILL");
      postgres.close();
      long killed = fixture.target.requests();
      EngineFixture.until("probing", () -> fixture.target.requests() >= killed + MONITORS / 3);
      postgres = EmbeddedServer.start(directory, true);
      evenAgain(fixture, from);
    } finally {
      requireNonNull(postgres).close();
    }
  }

  private static void aPeriodGoesBy(EngineFixture fixture) {
    long frozen = fixture.target.requests();
    EngineFixture.until("probing", () -> fixture.target.requests() >= frozen + MONITORS);
  }

  private static void evenAgain(EngineFixture fixture, long from) {
    EngineFixture.until("the database answers", () -> answers(fixture));
    long back = fixture.now();
    EngineFixture.until("accounted for", () -> fixture.ledger(from).to().toEpochMilli() > back);
    LedgerReport report = fixture.ledger(from);
    assertThat(report.difference()).as(report.toString()).isZero();
    assertThat(report.missed()).as(report.toString()).isEmpty();
    assertThat(fixture.number("SELECT count(*) FROM results WHERE verdict = 2")).isZero();
  }

  private static boolean answers(EngineFixture fixture) {
    try {
      return fixture.now() > 0;
    } catch (AssertionError notYet) {
      return false;
    }
  }
}
