package dev.belfry.fleet;

import dev.belfry.chaos.ChaosKeys;
import dev.belfry.chaos.ChaosMonitors;
import dev.belfry.chaos.ChaosReceiver;
import dev.belfry.chaos.ChaosTarget;
import dev.belfry.fleet.Balancer.Address;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Three instances as processes on one database, behind HAProxy as it is configured, under load;
 * with monitors of a target and a receiver of their alerts.
 */
final class Fleet implements AutoCloseable {
  static final int INSTANCES = 3;
  private static final int SERVICES = 20;
  private static final long PATIENCE_MILLIS = 180_000;
  private static final long LOOK_MILLIS = 50;

  private final Settings settings;
  private final Consumer<String> progress;
  private final CountDownLatch never = new CountDownLatch(1);
  private final FleetDatabase database;
  private final List<InstanceProcess> instances = new ArrayList<>();
  private final ChaosTarget target = new ChaosTarget();
  private final ChaosReceiver receiver = new ChaosReceiver(1);
  private final Balancer balancer;
  private final ApiClient client;
  private final Load load;
  private String program = "";

  /**
   * What a fleet is made of.
   *
   * @param directory receives data and logs
   * @param rate requests a second
   * @param ownNetwork whether this process has a network namespace of its own, in which packets can
   *     be dropped
   * @param stopSeconds how long an instance serves on when it is asked to stop
   * @param longLived whether instances live so long that they run as shipped; else they are told to
   *     start quickly, and are slow at much of what they do
   */
  record Settings(
      Path directory,
      int monitors,
      int rate,
      boolean ownNetwork,
      int stopSeconds,
      boolean longLived) {}

  /** Starts everything and returns when all instances are ready and the load is on. */
  Fleet(Settings settings, FleetDatabase database, Consumer<String> progress) throws SQLException {
    this.settings = settings;
    this.database = database;
    this.progress = progress;
    receiver.heal();
    for (int i = 1; i <= INSTANCES; i++) {
      instances.add(new InstanceProcess(i, host(i), settings, environment(i)));
    }
    progress.accept("starting " + INSTANCES + " instances, which migrate an empty database");
    instances.forEach(instance -> instance.start(program));
    until("all instances are ready", () -> instances.stream().allMatch(InstanceProcess::isReady));
    balancer =
        Balancer.start(
            settings.directory(), instances.stream().map(InstanceProcess::address).toList());
    allUp();
    String key = ChaosKeys.make(database.address());
    client = new ApiClient("http://127.0.0.1:" + balancer.address().port()).withKey(key);
    new ChaosMonitors(() -> client).create(target, receiver, settings.monitors());
    load = new Load(balancer.address(), key, services(client), settings.rate());
    load.start();
    progress.accept(settings.monitors() + " monitors, " + settings.rate() + " requests a second");
  }

  private static List<String> services(ApiClient client) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < SERVICES; i++) {
      ApiReply made =
          client.post("/v1/status-pages/services", "{\"name\":\"Service %d\"}".formatted(i));
      if (made.status() != 201) {
        throw new AssertionError("no service: " + made.status() + " " + made.text());
      }
      ids.add(made.id());
    }
    return ids;
  }

  /** In a network of our own all of them have addresses of their own, so that packets tell. */
  private String host(int number) {
    return settings.ownNetwork() ? "127.0.1." + number : "127.0.0.1";
  }

  private Map<String, String> environment(int number) {
    Map<String, String> environment = new HashMap<>(database.environment(number));
    environment.put("BELFRY_HTTP_EVENT_LOOPS", "1");
    environment.put("BELFRY_TRUSTED_PROXIES", "127.0.0.1");
    environment.put("BELFRY_SHUTDOWN_DELAY", settings.stopSeconds() + "s");
    environment.put("BELFRY_ACCESS_LOG", "failures");
    environment.put("BELFRY_LOCATIONS", "all");
    environment.put("BELFRY_ALLOW_PRIVATE_TARGETS", "true");
    environment.put("BELFRY_RATE_LIMIT", "0");
    environment.put("BELFRY_QUOTAS", "all=0"); // A long run creates more than an account may have.
    environment.put("BELFRY_DATABASE_POOL_SIZE", "4");
    return environment;
  }

  List<InstanceProcess> instances() {
    return instances;
  }

  /** Asks the balancer, with the key of the account that everything is in. */
  ApiClient client() {
    return client;
  }

  Address balancer() {
    return balancer.address();
  }

  Load load() {
    return load;
  }

  ChaosTarget target() {
    return target;
  }

  ChaosReceiver receiver() {
    return receiver;
  }

  /** Where the data is, for who looks at it from outside. */
  DatabaseAddress database() {
    return database.address();
  }

  Settings settings() {
    return settings;
  }

  void tell(String line) {
    progress.accept(line);
  }

  /** The class path entry that makes another program of the instances that start from now on. */
  void useProgram(Path first) {
    program = first.toString();
  }

  /** Starts an instance and returns when it is ready and the balancer sends it requests. */
  void start(InstanceProcess instance) {
    instance.start(program);
    until("an instance is ready", instance::isReady);
    allUp();
  }

  /** Returns when the balancer sends requests to all instances. */
  void allUp() {
    until(
        "all instances get requests",
        () -> {
          Statistics statistics = Statistics.of(balancer);
          for (int i = 1; i <= INSTANCES; i++) {
            if (!statistics.of("belfry/belfry-" + i, "status").equals("UP")) {
              return false;
            }
          }
          return true;
        });
  }

  /** Cuts an instance off from the balancer, in a network of our own. */
  void cutBalancer(int index) {
    Balancer.Server server = instances.get(index).address();
    drop(server.api().port(), server.api().host());
    drop(server.management(), server.api().host());
  }

  /** Drops the packets to and from a port, in a network of our own. */
  static void drop(int port, String host) {
    String there = Integer.toString(port);
    Commands.run(
        List.of(
            "iptables", "-A", "INPUT", "-p", "tcp", "-d", host, "--dport", there, "-j", "DROP"));
    Commands.run(
        List.of(
            "iptables", "-A", "INPUT", "-p", "tcp", "-s", host, "--sport", there, "-j", "DROP"));
  }

  /** Drops no packets any more. */
  void mend() {
    if (settings.ownNetwork()) {
      Commands.run(List.of("iptables", "-F", "INPUT"));
    }
  }

  /** Lets time pass. */
  void pause(long millis) {
    try {
      if (never.await(millis, TimeUnit.MILLISECONDS)) {
        throw new AssertionError("it has come after all");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Waits for something, but not for ever. */
  void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("it never happened that " + what);
      }
      pause(LOOK_MILLIS);
    }
  }

  @Override
  public void close() {
    load.close();
    balancer.close();
    instances.forEach(InstanceProcess::close);
    target.close();
    receiver.close();
  }
}
