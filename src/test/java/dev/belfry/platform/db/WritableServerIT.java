package dev.belfry.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.DatabaseAddress.Server;
import dev.belfry.testing.OwnPostgres;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of several servers the one that takes writes is found, whatever the others do. */
class WritableServerIT {
  private static final Server DEAD = new Server("127.0.0.1", 1);

  @TempDir private Path directory = Path.of("");
  private final Vertx vertx = Vertx.vertx();
  private final TestDatabase database = TestDatabase.create();
  private final DatabaseAddress address = database.address();
  private final Server there = new Server(address.host(), address.port());

  @AfterEach
  void close() {
    vertx.close().await();
    database.close();
  }

  private PgConnectOptions to(Server server) {
    return ConnectOptions.of(address, Duration.ofSeconds(5)).at(server);
  }

  private Server found(Server... servers) {
    return WritableServer.among(List.of(servers)).find(vertx, this::to).await();
  }

  @Test
  void waitsForNoServerThatIsDeadOrSilent() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Server mute = new Server("127.0.0.1", silent.getLocalPort());
      assertThat(found(mute, DEAD, there)).isEqualTo(there);
      assertThat(found(there, DEAD, mute)).isEqualTo(there);
    }
  }

  @Test
  void saysOfEachServerWhyItIsOfNoUse() {
    database.execute(
        "ALTER DATABASE " + address.database() + " SET default_transaction_read_only = on");
    assertThatThrownBy(() -> found(DEAD, there))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(there + ": takes no writes")
        .hasMessageContaining(DEAD + ": ")
        .hasMessageNotContaining(address.password().value());
  }

  @Test
  void findsAServerThatIsPromotedWhileItIsLookedFor() {
    String alter = "ALTER DATABASE " + address.database() + " ";
    database.execute(alter + "SET default_transaction_read_only = on");
    Server named = new Server("localhost", address.port());
    var looking = WritableServer.among(List.of(named, there)).find(vertx, this::to);
    database.execute(
        "SET default_transaction_read_only = off; "
            + alter
            + "RESET default_transaction_read_only");
    assertThat(looking.await().port()).isEqualTo(address.port());
  }

  @Test
  void believesNoServerThatDoesNotKnowOfItsReplacement() throws IOException {
    try (OwnPostgres first = OwnPostgres.start(Files.createDirectory(directory.resolve("first")));
        OwnPostgres second = first.follower(Files.createDirectory(directory.resolve("second")))) {
      Server old = first.address().servers().get(0);
      Server promoted = second.address().servers().get(0);
      var servers = WritableServer.among(List.of(old, promoted));
      Function<Server, PgConnectOptions> connect =
          server ->
              ConnectOptions.of(
                      new DatabaseAddress(
                          List.of(server),
                          first.address().database(),
                          first.address().user(),
                          first.address().password(),
                          first.address().sslMode(),
                          first.address().actor()),
                      Duration.ofSeconds(5))
                  .at(server);
      assertThat(servers.find(vertx, connect).await()).isEqualTo(old);
      first.freeze();
      second.promote();
      long end = System.nanoTime() + 20_000_000_000L;
      while (!servers.find(vertx, connect).await().equals(promoted)) {
        assertThat(System.nanoTime()).isLessThan(end);
      }
      LoginTurns turns = LoginTurns.to(List.of(old, promoted));
      Future<LoginTurns.Turn> job = turns.take(vertx, LoginTurns.Rank.JOBS);
      turns.take(vertx, LoginTurns.Rank.SHARED).await().end();
      assertThat(job.isComplete()).as("a job logs in before requests are served").isFalse();
      first.thaw();
      second.freeze();
      assertThatThrownBy(
              () -> {
                while (System.nanoTime() < end) {
                  assertThat(servers.find(vertx, connect).await()).isEqualTo(promoted);
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining(old + ": takes writes, but another server has been promoted since");
    }
  }
}
