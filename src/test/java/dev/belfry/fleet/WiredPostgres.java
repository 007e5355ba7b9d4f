package dev.belfry.fleet;

import dev.belfry.fleet.Balancer.Address;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.embedded.EmbeddedServer;
import dev.belfry.testing.ServerSignal;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One Postgres, to which each instance of a fleet has a wire of its own that can be cut. */
final class WiredPostgres implements FleetDatabase {
  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final boolean ownNetwork;
  private final Path data;
  private final List<Wire> wires = new ArrayList<>();
  private volatile EmbeddedServer postgres;

  /**
   * @param directory receives the data
   * @param ownNetwork whether packets can be dropped, because this process has a network namespace
   *     of its own
   */
  WiredPostgres(Path directory, boolean ownNetwork) {
    this.ownNetwork = ownNetwork;
    data = directory.resolve("data");
    postgres = EmbeddedServer.start(data, true);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> postgres.close()));
    for (int number = 1; number <= Fleet.INSTANCES; number++) {
      wires.add(new Wire(vertx, host(number), new Address("127.0.0.1", postgres.address().port())));
    }
  }

  private String host(int number) {
    return ownNetwork ? "127.0.2." + number : "127.0.0.1";
  }

  @Override
  public DatabaseAddress address() {
    return postgres.address();
  }

  @Override
  public Map<String, String> environment(int number) {
    DatabaseAddress address = postgres.address();
    return Map.of(
        // The machine of a test may be busy with other things.
        "BELFRY_DATABASE_TIMEOUT",
        "2500ms",
        "BELFRY_DATABASE_URL",
        "postgresql://%s:%s@%s:%d/%s?sslmode=disable"
            .formatted(
                address.user(),
                address.password().value(),
                host(number),
                wires.get(number - 1).port(),
                address.database()));
  }

  /** Cuts an instance off. */
  void cut(int index) {
    if (ownNetwork) {
      Fleet.drop(wires.get(index).port(), host(index + 1));
    } else {
      wires.get(index).cut();
    }
  }

  /** Mends the wires; packets that are dropped stay so. */
  void mend() {
    wires.forEach(Wire::mend);
  }

  /** Ends Postgres as a failure of its machine does. */
  void kill() {
    ServerSignal.send(data, "KILL");
    postgres.close();
  }

  /** Starts Postgres again. */
  void start() {
    postgres = EmbeddedServer.start(data, true);
  }

  @Override
  public void close() {
    wires.forEach(Wire::close);
    vertx.close().await();
    postgres.close();
  }
}
