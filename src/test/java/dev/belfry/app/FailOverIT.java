package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.run.Ledger;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.schema.Migrations;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.OwnPostgres;
import dev.belfry.testing.RealClock;
import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The primary server is lost and its synchronous standby takes its place, without a balancer. */
@RealClock("Connections to a dead server are told by time-outs.")
class FailOverIT {
  private static final long PATIENCE_NANOS = 60_000_000_000L;
  private static final Map<String, String> PROBING =
      Map.of("BELFRY_LOCATIONS", "all", "BELFRY_ALLOW_PRIVATE_TARGETS", "true");

  private final Queue<String> created = new ConcurrentLinkedQueue<>();
  private final Queue<Integer> others = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean done = new AtomicBoolean();
  @TempDir private Path directory = Path.of("");

  /** What happens to the primary. */
  private enum Fault {
    KILLED,
    /** It stands still, keeps its connections, and wakes up when another one is primary. */
    FROZEN,
    /** It is stopped in good order, as for a switch-over that an operator asks for. */
    STOPPED;

    void befalls(OwnPostgres server) {
      switch (this) {
        case KILLED -> server.kill();
        case FROZEN -> server.freeze();
        case STOPPED -> server.stop();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void thePromotedServerIsFoundAndHasEveryAnsweredWrite(Fault fault) throws Exception {
    try (OwnPostgres first = OwnPostgres.start(made("first"));
        OwnPostgres second = first.follower(made("second"))) {
      new Migrations().migrate(first.address());
      DatabaseAddress both = second.addressWith(first);
      try (TestApp app = TestApp.startOn(both, PROBING)) {
        Tenant acme = app.newTenant();
        Thread writer = new Thread(() -> create(app.as(acme)));
        writer.start();
        await(() -> created.size() > 10 && ranFor(both) > 0);
        fault.befalls(first);
        second.promote();
        int answered = created.size();
        long ran = ranFor(second.address());
        await(() -> created.size() > answered + 10 && ranFor(second.address()) > ran);
        if (fault == Fault.FROZEN) {
          first.thaw();
          int before = created.size();
          await(() -> created.size() > before + 10);
        }
        done.set(true);
        writer.join();
        created.forEach(id -> app.as(acme).get("/v1/checks/" + id).hasStatus(200));
        assertThat(others).as("answers but 201").allMatch(status -> status == 503);
        if (fault == Fault.STOPPED) {
          assertThat(others).as("but for one whose end was not told").hasSizeLessThan(2);
        }
      }
      try (TestDatabase after = TestDatabase.at(second.address());
          Connection connection = after.jdbc()) {
        assertThat(new Ledger(connection).count(null, null, null).difference()).isZero();
      }
    }
  }

  private Path made(String name) throws IOException {
    return Files.createDirectory(directory.resolve(name));
  }

  private void create(ApiClient client) {
    while (!done.get()) {
      var answer =
          client.post(
              "/v1/checks/url",
              """
              {"name":"n","frequency":0,"frequencyOffset":10,"locations":["eu-west-1"],
               "request":{"url":"http://127.0.0.1:9/"}}""");
      if (answer.status() == 201) {
        created.add(answer.id());
      } else {
        others.add(answer.status());
      }
    }
  }

  private static long ranFor(DatabaseAddress address) {
    try (TestDatabase database = TestDatabase.at(address);
        Connection connection = database.jdbc();
        var statement = connection.createStatement();
        var row = statement.executeQuery("SELECT count(*) FROM results")) {
      return row.next() ? row.getLong(1) : 0;
    } catch (SQLException e) {
      throw new AssertionError("no results", e);
    }
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      LockSupport.parkNanos(50_000_000);
    }
  }
}
