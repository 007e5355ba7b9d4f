package dev.belfry.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.belfry.fleet.PatroniMember.Place;
import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.config.SslMode;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.FreePort;
import dev.belfry.testing.PostgresPrograms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Three Postgres under Patroni as {@code config/patroni} has them; only addresses, directories and
 * passwords are others.
 */
final class PatroniSet implements FleetDatabase {
  static final int MEMBERS = 3;
  private static final Path VARIABLES = Path.of("config/patroni/node.env");
  private static final String PASSWORD = "shown-on-one-machine";
  private static final long PATIENCE_NANOS = 90_000_000_000L;
  private static final long LOOK_NANOS = 100_000_000;

  private final @Nullable Network network;
  private final List<PatroniMember> members = new ArrayList<>();

  /**
   * Starts all three and returns when they follow each other and the database is made.
   *
   * @param directory receives data and logs
   * @param network that has a machine for each, or null to have them all on this one
   */
  PatroniSet(Path directory, @Nullable Network network) {
    this.network = network;
    List<Place> places = new ArrayList<>();
    for (int number = 1; number <= MEMBERS; number++) {
      places.add(
          network == null
              ? new Place(number, "127.0.0.1", FreePort.find(), FreePort.find(), FreePort.find())
              : new Place(number, Network.host(number), 5432, 8008, 2222));
    }
    Path programs = PostgresPrograms.newest();
    for (Place place : places) {
      List<Place> others = new ArrayList<>(places);
      others.remove(place);
      members.add(
          new PatroniMember(
              place,
              directory,
              programs,
              shared(),
              others,
              network == null ? List.of() : network.within(place.number())));
    }
    members.forEach(PatroniMember::start);
    await();
    make();
  }

  /** The variables that all machines have alike, as they are shipped but for the passwords. */
  private static Map<String, String> shared() {
    Map<String, String> variables = new HashMap<>();
    try {
      for (String line : Files.readAllLines(VARIABLES)) {
        int equals = line.indexOf('=');
        if (!line.startsWith("#") && equals > 0) {
          String name = line.substring(0, equals);
          variables.put(name, name.endsWith("PASSWORD") ? PASSWORD : line.substring(equals + 1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return variables;
  }

  /** Waits until one leads, one follows synchronously and the third one follows. */
  void await() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!isWhole()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the set is not whole: see " + members.get(0).log());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /** Whether all three say so of themselves and each other. */
  boolean isWhole() {
    return members.stream().allMatch(PatroniSet::seesAll);
  }

  private static boolean seesAll(PatroniMember member) {
    Set<String> roles = new HashSet<>();
    for (JsonNode one : cluster(member)) {
      boolean well =
          Set.of("running", "streaming").contains(one.path("state").asText())
              && one.path("lag").asInt(0) == 0;
      roles.add(well ? one.path("role").asText() : "ill");
    }
    return roles.equals(Set.of("leader", "sync_standby", "replica"));
  }

  private static JsonNode cluster(PatroniMember member) {
    try {
      return new ApiClient(member.place().apiUrl()).get("/cluster").json().path("members");
    } catch (AssertionError away) {
      return MissingNode.getInstance();
    }
  }

  /** The member of a role, as the others see it; the set has to be whole. */
  PatroniMember in(String role) {
    for (JsonNode one : cluster(members.get(0))) {
      if (one.path("role").asText().equals(role)) {
        return members.stream()
            .filter(member -> member.place().name().equals(one.path("name").asText()))
            .findFirst()
            .orElseThrow();
      }
    }
    throw new AssertionError("no member is " + role);
  }

  List<PatroniMember> members() {
    return members;
  }

  /** Cuts a member off from everybody, the instances too. */
  void cut(PatroniMember member) {
    network().cut(member.place().number());
  }

  void mend(PatroniMember member) {
    network().mend(member.place().number());
  }

  private Network network() {
    if (network == null) {
      throw new AssertionError("nothing can be cut without a network of our own");
    }
    return network;
  }

  /** Whether members can be cut off. */
  boolean hasNetwork() {
    return network != null;
  }

  private void make() {
    try (Connection connection = Jdbc.connect(at(administrator(), "postgres", servers()));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE belfry LOGIN PASSWORD '" + PASSWORD + "'");
      statement.execute("CREATE DATABASE belfry OWNER belfry");
    } catch (SQLException e) {
      throw new AssertionError("the database cannot be made", e);
    }
  }

  private static String administrator() {
    return "postgres";
  }

  private List<DatabaseAddress.Server> servers() {
    return members.stream().map(member -> member.place().server()).toList();
  }

  private static DatabaseAddress at(
      String user, String database, List<DatabaseAddress.Server> servers) {
    return new DatabaseAddress(
        servers, database, user, new Secret(PASSWORD), SslMode.DISABLE, "system");
  }

  /** One member alone, as its administrator. */
  static DatabaseAddress alone(Place place) {
    return at(administrator(), "postgres", List.of(place.server()));
  }

  @Override
  public DatabaseAddress address() {
    return at("belfry", "belfry", servers());
  }

  @Override
  public Map<String, String> environment(int number) {
    // The machine of a test may be busy with other things.
    return Map.of("BELFRY_DATABASE_URL", url(), "BELFRY_DATABASE_TIMEOUT", "2500ms");
  }

  /** The address that all instances get. */
  String url() {
    return "postgresql://belfry:%s@%s/belfry?sslmode=disable&target_session_attrs=read-write"
        .formatted(
            PASSWORD,
            String.join(",", servers().stream().map(DatabaseAddress.Server::toString).toList()));
  }

  @Override
  public void close() {
    members.forEach(PatroniMember::close);
    if (network != null) {
      network.close();
    }
  }
}
