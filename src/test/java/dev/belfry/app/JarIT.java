package dev.belfry.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.config.DatabaseAddress;
import dev.belfry.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code target/belfry.jar} as a person runs it, from a directory that knows nothing of us. */
class JarIT {
  private static final Path JAR = Path.of("target/belfry.jar").toAbsolutePath();

  @TempDir private Path directory = Path.of("");

  private record Ended(int code, String out, String err) {}

  @Test
  void makesAnAccountAndAKeyOnAnEmptyDatabase() throws Exception {
    try (TestDatabase database = TestDatabase.create()) {
      Map<String, String> environment = Map.of("BELFRY_DATABASE_URL", url(database.address()));
      Ended account = run(environment, "accounts", "create", "--name", "Acme");
      assertThat(account.code()).as(account.err()).isZero();
      String id = account.out().strip();
      assertThat(UUID.fromString(id)).hasToString(id);
      Ended key = run(environment, "keys", "create", "--account", id);
      assertThat(key.code()).as(key.err()).isZero();
      assertThat(key.out().strip()).matches("[\\w-]+\\.[\\w-]+\\.[\\w-]+");
      assertThat(run(environment, "accounts", "list").out()).startsWith(id).contains("Acme");
      assertThat(run(environment, "keys", "list", "--account", id).out())
          .containsPattern("WRITE  \\S+Z  never")
          .doesNotContain(key.out().strip());
      Ended user = run(environment, "users", "create", "--account", id, "--email", "A@E.org");
      assertThat(user.code()).as(user.err()).isZero();
      assertThat(user.out().strip()).matches("http://localhost:8080/console/join#inv_[0-9a-f]{32}");
      Ended unknown = run(environment, "users", "password", "--email", "a@e.org");
      assertThat(unknown.code()).isEqualTo(1);
      assertThat(unknown.err()).startsWith("There is no person with this e-mail address");
      Ended none = run(environment, "users", "reset-second-factor", "--email", "a@e.org");
      assertThat(none.code()).isEqualTo(1);
      assertThat(none.err()).startsWith("There is no person with this e-mail address and a second");
    }
  }

  @Test
  void saysWhatIsWrongWithTheArguments() throws Exception {
    Ended command = run(Map.of(), "migarte");
    assertThat(command.code()).isEqualTo(2);
    assertThat(command.err())
        .contains("unknown command 'migarte' (did you mean migrate?)", "belfry --help");
    assertThat(run(Map.of(), "serve", "--port", "99").err())
        .contains("unknown option '--port'", "BELFRY_HTTP_PORT");
    assertThat(run(Map.of(), "--version").out()).matches("belfry \\d+\\.\\d+\\.\\d+\\s*");
    assertThat(run(Map.of(), "keys", "create", "--help").err()).isEmpty();
  }

  @Test
  void saysWhichSchemaItServesAndChangesNothing() throws Exception {
    try (TestDatabase database = TestDatabase.create()) {
      Map<String, String> environment = Map.of("BELFRY_DATABASE_URL", url(database.address()));
      Ended empty = run(environment, "migrate", "--status");
      assertThat(empty.code()).as(empty.err()).isEqualTo(1);
      assertThat(empty.out()).contains("is empty", "can be migrated");
      assertThat(run(environment, "migrate", "--status").out()).isEqualTo(empty.out());
      assertThat(run(environment, "migrate").code()).isZero();
      Ended current = run(environment, "migrate", "--status");
      assertThat(current.code()).as(current.err()).isZero();
      assertThat(current.out())
          .containsPattern("has schema version \\d+, which serves")
          .contains("They fit");
      try (Connection connection = database.jdbc();
          Statement statement = connection.createStatement()) {
        statement.execute("UPDATE schema_support SET oldest = 999");
      }
      Ended left = run(environment, "migrate", "--status");
      assertThat(left.code()).isEqualTo(1);
      assertThat(left.out()).contains("version 999 or newer");
      assertThat(run(environment, "migrate").err()).contains("from version 999 on");
    }
  }

  @Test
  void copiesADatabaseIntoAnEmptyOneAndNeverTwice() throws Exception {
    try (TestDatabase old = TestDatabase.createMigrated();
        TestDatabase target = TestDatabase.create()) {
      Map<String, String> of = Map.of("BELFRY_DATABASE_URL", url(old.address()));
      String account = run(of, "accounts", "create", "--name", "Acme").out().strip();
      Map<String, String> environment =
          Map.of(
              "BELFRY_COPY_FROM", url(old.address()),
              "BELFRY_DATABASE_URL", url(target.address()));
      Ended copied = run(environment, "copy");
      assertThat(copied.code()).as(copied.err()).isZero();
      assertThat(copied.err()).containsPattern("Copied \\d+ rows in");
      assertThat(
              run(Map.of("BELFRY_DATABASE_URL", url(target.address())), "accounts", "list").out())
          .startsWith(account);
      Ended again = run(environment, "copy");
      assertThat(again.code()).isEqualTo(1);
      assertThat(again.err()).contains("has accounts already").doesNotContain("at dev.belfry");
      Ended both = run(environment, "copy", "--from-data-dir", ".");
      assertThat(both.code()).isEqualTo(2);
      assertThat(both.err()).contains("either BELFRY_COPY_FROM in the environment or");
    }
  }

  @Test
  void theLedgerEndsWithAnErrorWhenARunIsUnaccountedFor() throws Exception {
    try (TestDatabase database = TestDatabase.createMigrated();
        Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      Map<String, String> environment = Map.of("BELFRY_DATABASE_URL", url(database.address()));
      Ended nothing = run(environment, "ledger");
      assertThat(nothing.code()).as(nothing.err()).isZero();
      assertThat(nothing.out()).containsPattern("scheduled +0\\R").containsPattern("difference +0");
      statement.execute(
          """
          INSERT INTO accounts VALUES (gen_random_uuid(), 'Acme', NULL, '{}', now());
          INSERT INTO checks (id, account_id, check_type, settings, created_at)
            SELECT gen_random_uuid(), id, 'URL', '{"frequency":1,"request":{}}', now() FROM accounts;
          DELETE FROM schedules WHERE until_ms IS NOT NULL;
          UPDATE schedules SET from_ms = 0;
          UPDATE shards SET watermark = epoch_millis()""");
      Ended lost = run(environment, "ledger");
      assertThat(lost.code()).isEqualTo(1);
      assertThat(lost.out()).containsPattern("scheduled +60\\R").containsPattern("difference +60");
      assertThat(run(environment, "ledger", "--account", new UUID(0, 1).toString()).code())
          .isZero();
    }
  }

  @Test
  void appliesFilesAndExportsThemAgain() throws Exception {
    try (TestDatabase database = TestDatabase.createMigrated()) {
      Map<String, String> environment = Map.of("BELFRY_DATABASE_URL", url(database.address()));
      run(environment, "accounts", "create", "--name", "Acme");
      Files.writeString(
          directory.resolve("a.yaml"),
          "groups: [{name: Web, monitors: [{id: home, url: 'https://example.com/'}]}]\n");
      Ended plan = run(environment, "apply", "a.yaml", "--dry-run");
      assertThat(plan.code()).as(plan.err()).isZero();
      assertThat(plan.out()).contains("+ monitor home", "Would be: 2 created");
      assertThat(run(environment, "apply", "a.yaml").out()).contains("Done: 2 created");
      assertThat(run(environment, "apply", "a.yaml").out()).startsWith("Nothing to do");
      Ended exported = run(environment, "export", "--output", "b.yaml");
      assertThat(exported.code()).as(exported.err()).isZero();
      assertThat(run(environment, "apply", "b.yaml").out()).startsWith("Nothing to do");
      assertThat(run(environment, "export").out())
          .isEqualTo(Files.readString(directory.resolve("b.yaml")));
    }
  }

  @Test
  void namesEveryFaultOfFilesWithItsLine() throws Exception {
    try (TestDatabase database = TestDatabase.createMigrated()) {
      Map<String, String> environment = Map.of("BELFRY_DATABASE_URL", url(database.address()));
      run(environment, "accounts", "create", "--name", "Acme");
      Path files = Files.createDirectory(directory.resolve("files"));
      Files.writeString(files.resolve("a.yaml"), "monitors:\n  - id: a\n    url: nonsense\n");
      Ended ended = run(environment, "apply", "files");
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err()).startsWith("files/a.yaml:3: monitors[0].url must be");
      Files.writeString(files.resolve("b.yaml"), "monitors:\n  - id: b\n    urll: x\n");
      assertThat(run(environment, "apply", "files").err().lines())
          .anyMatch(line -> line.startsWith("files/a.yaml:3: monitors[0].url must be"))
          .anyMatch(line -> line.startsWith("files/b.yaml:3: monitors[0].urll is not known"))
          .allMatch(line -> line.startsWith("files/"));
    }
  }

  @Test
  void namesEveryProblemOfTheConfigurationWithoutAStackTrace() throws Exception {
    Ended ended = run(Map.of("BELFRY_HTTP_PORT", "http", "BELFRY_RATE_LIMIT", "-1"));
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .contains("BELFRY_HTTP_PORT", "BELFRY_RATE_LIMIT")
        .doesNotContain("\tat ");
  }

  @Test
  void saysWhatIsWrongWithTheCertificate() throws Exception {
    Files.writeString(directory.resolve("tls.crt"), "nonsense");
    Files.writeString(directory.resolve("tls.key"), "nonsense");
    Ended ended = run(Map.of("BELFRY_TLS_CERTIFICATE", "tls.crt", "BELFRY_TLS_KEY", "tls.key"));
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains("tls.crt holds no certificates.").doesNotContain("\tat ");
  }

  /** A balancer may have sent requests already, though other things are still being started. */
  @Test
  void endsInAnOrderlyWayFromTheMomentItIsReady() throws Exception {
    try (TestDatabase database = TestDatabase.createMigrated()) {
      Process process =
          builder(
                  Map.of(
                      "BELFRY_DATABASE_URL", url(database.address()),
                      "BELFRY_HTTP_HOST", "127.0.0.1",
                      "BELFRY_HTTP_PORT", "0",
                      "BELFRY_MANAGEMENT_HOST", "127.0.0.1",
                      "BELFRY_MANAGEMENT_PORT", "0",
                      "BELFRY_SHUTDOWN_DELAY", "0s"))
              .redirectErrorStream(true)
              .start();
      try (BufferedReader log = process.inputReader(UTF_8)) {
        assertThat(log.lines().filter(line -> line.contains("Ready on port")).findFirst())
            .isPresent();
        process.toHandle().destroy(); // Unlike the process itself, it leaves the log open.
        assertThat(log.lines().toList())
            .anyMatch(line -> line.contains("Stopping: readiness is off"))
            .anyMatch(line -> line.contains("\"Stopped\""))
            .noneMatch(line -> line.contains("ERROR"));
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 15);
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static String url(DatabaseAddress address) {
    return "postgresql://%s:%s@%s:%d/%s?sslmode=%s"
        .formatted(
            encode(address.user()),
            encode(address.password().value()),
            address.host(),
            address.port(),
            address.database(),
            address.sslMode().name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  private ProcessBuilder builder(Map<String, String> environment, String... arguments) {
    assertThat(JAR).as("made by mvn package").exists();
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        new ArrayList<>(
            List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("BELFRY_"));
    builder.environment().putAll(environment);
    return builder;
  }

  private Ended run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Path out = directory.resolve("out.txt");
    Path err = directory.resolve("err.txt");
    Process process =
        builder(environment, arguments)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended in time").isTrue();
      return new Ended(
          process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }
}
