package dev.belfry.platform.db.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.platform.db.DatabaseUnusableException;
import dev.belfry.platform.db.Jdbc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EmbeddedServerIT {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it.
  private static Path programs;

  private final Path directory;

  EmbeddedServerIT(@TempDir Path directory) throws IOException {
    this.directory = Files.createDirectory(directory.resolve("data"));
    Files.createSymbolicLink(this.directory.resolve("programs"), programs);
  }

  @AfterEach
  void removeTheLink() throws IOException {
    Files.deleteIfExists(directory.resolve("programs"));
  }

  @Test
  void keepsItsRowsAndItsPortOverARestart() {
    DatabaseAddress before;
    try (EmbeddedServer server = EmbeddedServer.start(directory, true)) {
      before = server.address();
      makeRow(before);
    }
    assertThat(EmbeddedServer.running(directory)).isEmpty();

    try (EmbeddedServer server = EmbeddedServer.start(directory, true)) {
      assertThat(server.address()).isEqualTo(before);
      assertThat(EmbeddedServer.running(directory)).contains(before);
      assertThat(readRow(server.address())).isEqualTo("1");
    }
  }

  @Test
  void isSafeAgainstACrashOfTheMachineWhenDurable() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start(directory, true)) {
      for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
        assertThat(read(server.address(), "SHOW " + setting)).as(setting).isEqualTo("on");
      }
      assertThat(read(server.address(), "SHOW data_checksums")).isEqualTo("on");
      assertThat(read(server.address(), "SHOW server_encoding")).isEqualTo("UTF8");
      assertThat(read(server.address(), "SHOW listen_addresses")).isEqualTo("127.0.0.1");
      assertThat(read(server.address(), "SHOW unix_socket_directories")).isEmpty();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(postgres())))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void startsAgainAfterPostgresWasKilled() {
    try (EmbeddedServer server = EmbeddedServer.start(directory, true)) {
      makeRow(server.address());
      kill(postmaster());
    }

    assertRowIsThere();
  }

  @Test
  void takesOverThePostgresOfAKilledBelfry() throws Exception {
    Process other = other();
    DatabaseAddress orphan = address(other);
    makeRow(orphan);
    ProcessHandle postmaster = postmaster();
    other.destroyForcibly().waitFor();
    assertThat(readRow(orphan)).isEqualTo("1");

    assertRowIsThere();
    assertThat(postmaster.isAlive() && !isZombie(postmaster)).isFalse();
  }

  @Test
  void startsAgainAfterBothWereKilled() throws Exception {
    Process other = other();
    makeRow(address(other));
    ProcessHandle postmaster = postmaster();
    other.destroyForcibly().waitFor();
    kill(postmaster);

    assertRowIsThere();
  }

  @Test
  void leavesAnUnrelatedProcessAloneThatHasTheNumberOfADeadPostgres() throws Exception {
    try (EmbeddedServer server = EmbeddedServer.start(directory, true)) {
      makeRow(server.address());
    }
    Process unrelated = new ProcessBuilder("sleep", "60").start();
    try {
      Files.writeString(
          postgres().resolve("postmaster.pid"), unrelated.pid() + "\n/elsewhere\n1\n5432\n");

      assertRowIsThere();
      assertThat(unrelated.isAlive()).isTrue();
    } finally {
      unrelated.destroyForcibly().waitFor();
    }
  }

  @Test
  void refusesADirectoryThatAnotherProcessUsesAndTellsItsAddress() throws Exception {
    Process other = other();
    try {
      DatabaseAddress address = address(other);

      assertThatThrownBy(() -> EmbeddedServer.start(directory, true))
          .isInstanceOf(DataDirectoryInUseException.class)
          .hasMessageContaining("in use by another Belfry (process " + other.pid() + ")")
          .hasMessageContaining("BELFRY_DATA_DIR");
      assertThat(EmbeddedServer.running(directory)).contains(address);
      assertThat(read(address, "SELECT 1")).isEqualTo("1");
    } finally {
      other.getOutputStream().close();
      assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(other.exitValue()).isZero();
    assertThat(EmbeddedServer.running(directory)).isEmpty();
  }

  @Test
  void refusesTheSecondServerOfOneProcessAndKeepsTheFirst() {
    try (EmbeddedServer server = EmbeddedServer.start(directory, true)) {
      assertThatThrownBy(() -> EmbeddedServer.start(directory, true))
          .isInstanceOf(DataDirectoryInUseException.class);
      assertThat(read(server.address(), "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void beginsAnewWhenInitializingWasCutShort() throws IOException {
    Files.createDirectories(postgres());
    Files.writeString(postgres().resolve("postgresql.conf"), "half a fi");
    Files.writeString(directory.resolve("initializing"), "");

    try (EmbeddedServer server = EmbeddedServer.start(directory, true)) {
      assertThat(read(server.address(), "SELECT 1")).isEqualTo("1");
    }
  }

  @Test
  void saysWhatToDoWhenPostgresCannotRun() throws IOException {
    Files.createDirectories(postgres());
    Files.writeString(postgres().resolve("not-a-database"), "");

    assertThatThrownBy(() -> EmbeddedServer.start(directory, true))
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining("BELFRY_DATABASE_URL")
        .hasMessageContaining("not empty");
    assertThat(EmbeddedServer.running(directory)).isEmpty();
  }

  private void assertRowIsThere() {
    try (EmbeddedServer server = EmbeddedServer.start(directory, true)) {
      assertThat(readRow(server.address())).isEqualTo("1");
    }
  }

  private Path postgres() {
    return directory.resolve("postgres");
  }

  private Process other() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            EmbeddedServerMain.class.getName(),
            directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private DatabaseAddress address(Process other) throws IOException {
    String port = other.inputReader(UTF_8).readLine();
    DatabaseAddress address = EmbeddedServer.running(directory).orElseThrow();
    assertThat(address.port()).isEqualTo(Integer.parseInt(port));
    return address;
  }

  private ProcessHandle postmaster() {
    long pid = PostmasterFile.read(postgres()).orElseThrow().pid();
    return ProcessHandle.of(pid).orElseThrow();
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
  }

  /** Where nobody collects dead processes they stay listed. */
  private static boolean isZombie(ProcessHandle process) throws IOException {
    Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
    return Files.exists(stat) && Files.readString(stat).contains(") Z ");
  }

  private static void makeRow(DatabaseAddress address) {
    run(address, "CREATE TABLE kept AS SELECT 1 AS id");
  }

  private static String readRow(DatabaseAddress address) {
    return read(address, "SELECT id FROM kept");
  }

  private static void run(DatabaseAddress address, String sql) {
    try (Connection connection = Jdbc.connect(address);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  private static String read(DatabaseAddress address, String sql) {
    try (Connection connection = Jdbc.connect(address);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }
}
