package dev.belfry.platform.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.config.Secret;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Jdbc;
import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who gets into the embedded server: its own Belfry, and no other user of the machine. */
@Timeout(120)
class EmbeddedAccessIT {
  private static final String TRUST = "host all all 127.0.0.1/32 trust\n";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it.
  private static Path programs;

  private final Path directory;

  EmbeddedAccessIT(@TempDir Path directory) throws IOException {
    this.directory = Files.createDirectory(directory.resolve("data"));
    Files.createSymbolicLink(this.directory.resolve("programs"), programs);
  }

  @AfterEach
  void removeTheLink() throws IOException {
    Files.deleteIfExists(directory.resolve("programs"));
  }

  private EmbeddedServer start() {
    return EmbeddedServer.start(directory, true);
  }

  private static DatabaseAddress with(DatabaseAddress address, String user, String password) {
    return new DatabaseAddress(
        address.host(),
        address.port(),
        address.database(),
        user,
        new Secret(password),
        address.sslMode());
  }

  private static void refuses(DatabaseAddress address) {
    assertThatThrownBy(() -> Jdbc.connect(address).close())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password");
  }

  private static void asksForThePassword(DatabaseAddress address) throws SQLException {
    refuses(with(address, "postgres", ""));
    refuses(with(address, "postgres", "wrong"));
    refuses(with(address, "nobody", "wrong"));
    try (Connection connection = Jdbc.connect(address)) {
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  @Test
  void asksForAPasswordThatOnlyTheOwnerOfItsFilesCanRead() throws Exception {
    try (EmbeddedServer server = start()) {
      asksForThePassword(server.address());
      assertThat(server.address().password().value()).matches("[0-9a-f]{64}");
      assertThat(EmbeddedServer.running(directory)).contains(server.address());

      Map<String, String> modes = modes();
      assertThat(modes).containsKeys("belfry.lock", "port", "postgres.log", "pgpass");
      assertThat(modes).doesNotContainKeys("initdb-password", "password.log", "initializing");
      modes.forEach(
          (name, mode) ->
              assertThat(mode)
                  .as(name)
                  .isEqualTo(
                      Files.isDirectory(directory.resolve(name)) ? "rwx------" : "rw-------"));
    }
    assertThat(Files.readString(directory.resolve("postgres.log")))
        .doesNotContain(Files.readString(directory.resolve("pgpass")).strip().split(":", 5)[4]);
  }

  private Map<String, String> modes() throws IOException {
    List<Path> files = new ArrayList<>(List.of(directory));
    try (Stream<Path> entries = Files.list(directory)) {
      entries.forEach(files::add);
    }
    files.add(directory.resolve("postgres/pg_hba.conf"));
    Map<String, String> modes = new TreeMap<>();
    for (Path file : files) {
      modes.put(
          directory.relativize(file).toString(),
          PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
    return modes;
  }

  @Test
  void closesTheServerOfAnEarlierVersionWhichTrustedEveryUser() throws Exception {
    leaveAsAnEarlierVersion();

    try (EmbeddedServer server = start()) {
      asksForThePassword(server.address());
      assertThat(TestDatabase.at(server.address()).count("SELECT id FROM kept")).isEqualTo(1);
      assertThat(modes().values()).allMatch(mode -> mode.endsWith("------"));
    }
  }

  @Test
  void closesItAlsoAfterTheFirstAttemptWasCutShort() throws Exception {
    leaveAsAnEarlierVersion();
    try (EmbeddedServer server = start()) {
      asksForThePassword(server.address());
    }
    // The superuser had a password that was not written down, with the old rules and with the new.
    for (boolean rulesWereWritten : List.of(false, true)) {
      Files.delete(directory.resolve("pgpass"));
      if (!rulesWereWritten) {
        Files.writeString(rules(), TRUST);
      }
      try (EmbeddedServer server = start()) {
        asksForThePassword(server.address());
      }
    }
  }

  private Path rules() {
    return directory.resolve("postgres").resolve("pg_hba.conf");
  }

  private void leaveAsAnEarlierVersion() throws IOException {
    try (EmbeddedServer server = start()) {
      TestDatabase.at(server.address()).execute("CREATE TABLE kept AS SELECT 1 AS id");
      TestDatabase.at(server.address()).execute("ALTER ROLE postgres PASSWORD NULL");
    }
    Files.writeString(rules(), TRUST);
    Files.delete(directory.resolve("pgpass"));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String name : List.of("belfry.lock", "port", "postgres.log")) {
      Files.setPosixFilePermissions(
          directory.resolve(name), PosixFilePermissions.fromString("rw-r--r--"));
    }
  }

  @Test
  void leavesADirectoryOpenThatOtherProgramsUseToo() throws Exception {
    Files.writeString(directory.resolve("somebody-elses.txt"), "");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));

    try (EmbeddedServer server = start()) {
      assertThat(server.address().port()).isPositive();
      assertThat(modes().get("")).isEqualTo("rwxr-xr-x");
      assertThat(modes().get("pgpass")).isEqualTo("rw-------");
    }
  }

  @Test
  void refusesTheFilesOfAnotherVersionOfPostgresAndChangesNothing() throws Exception {
    Path postgres = Files.createDirectory(directory.resolve("postgres"));
    Files.writeString(postgres.resolve("PG_VERSION"), "17\n");

    assertThatThrownBy(this::start)
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining("made by Postgres 17")
        .hasMessageContaining("has Postgres 18")
        .hasMessageContaining("src/docs/operations/upgrades.md");
    try (Stream<Path> files = Files.list(postgres)) {
      assertThat(files).containsExactly(postgres.resolve("PG_VERSION"));
    }
  }

  @Test
  void doesNotStartAfterItWasStopped() {
    EmbeddedServer server = new EmbeddedServer(directory, true, () -> {});
    server.close();

    assertThatThrownBy(server::start).isInstanceOf(DatabaseUnusableException.class);
    assertThat(EmbeddedServer.running(directory)).isEmpty();
  }
}
