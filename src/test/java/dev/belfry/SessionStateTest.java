package dev.belfry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A pooler gives a connection to another client after a transaction, so no SQL leaves anything in a
 * session, but on connections past the pooler.
 */
class SessionStateTest {
  /** They use the session address: {@code DatabaseAddress.session()}. */
  private static final Set<String> SESSIONS =
      Set.of(
          "Migrations.java",
          "Notifications.java",
          "HousekeepingStore.java",
          "ResultDistribution.java");

  private static final Pattern STATE =
      Pattern.compile(
          String.join(
              "|",
              // Locks that outlast the transaction; those of a transaction are named xact.
              "pg_(?:try_)?advisory_lock(?:_shared)?\\s*\\(",
              "pg_advisory_unlock",
              // SET x = y and SET x TO y where a statement begins, so not that of an UPDATE.
              "(?:\\A|[;\"])\\s*SET\\s+(?!LOCAL\\b|TRANSACTION\\b)[\\w.]+\\s*(?:=|TO\\b)",
              "\\bSET\\s+SESSION\\b",
              "set_config\\s*\\([^()]*,\\s*false\\s*\\)",
              "(?:\\A|[;\"])\\s*(?:LISTEN|UNLISTEN|DISCARD|PREPARE|DEALLOCATE|LOAD|RESET)\\s",
              "\\bTEMP(?:ORARY)?\\s+(?:TABLE|SEQUENCE|VIEW)\\b",
              // Behind a pooler every statement is in a transaction.
              "\\b(?:REINDEX|VACUUM|(?:CREATE|DROP)\\s+(?:UNIQUE\\s+)?INDEX\\s+CONCURRENTLY)\\b",
              "\\bWITH\\s+HOLD\\b"));

  @Test
  void noStatementLeavesAnythingInASession() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files()) {
      if (!SESSIONS.contains(String.valueOf(file.getFileName()))) {
        Matcher matcher = STATE.matcher(statements(file));
        while (matcher.find()) {
          found.add(file + ": " + matcher.group().strip());
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void exceptionsUseTheSessionAddress() throws IOException {
    for (Path file : files()) {
      if (SESSIONS.contains(String.valueOf(file.getFileName()))) {
        assertThat(STATE.matcher(statements(file)).find()).as("%s needs it", file).isTrue();
        assertThat(Files.readString(file))
            .as("%s", file)
            .containsAnyOf(
                "address.session()",
                "Jdbc.source(address)",
                "class HousekeepingStore",
                "class ResultDistribution");
      }
    }
    assertThat(
            Files.readString(Path.of("src/main/java/dev/belfry/engine/result/Housekeeping.java")))
        .contains("new JobRunner(vertx, address.session()");
    assertThat(Files.readString(Path.of("src/main/java/dev/belfry/app/cli/CommandDatabase.java")))
        .contains("Jdbc.connect(");
    assertThat(Files.readString(Path.of("src/main/java/dev/belfry/platform/db/Jdbc.java")))
        .contains("given.session()");
  }

  /** Connections are opened where their settings are known, and nowhere else. */
  @Test
  void connectionsAreOpenedInOnePackage() throws IOException {
    assertThat(files())
        .filteredOn(file -> !file.startsWith("src/main/java/dev/belfry/platform/db"))
        .noneSatisfy(
            file ->
                assertThat(Files.readString(file))
                    .containsAnyOf("PgBuilder", "PgConnection.connect", "PGSimpleDataSource"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT pg_advisory_lock($1)",
        "SELECT pg_try_advisory_lock_shared (1)",
        "SET statement_timeout = 5",
        "SET LOCAL jit = off; SET belfry.actor TO 'x'",
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
        "SELECT set_config('belfry.actor', $1, false)",
        "LISTEN gossip",
        "CREATE TEMP TABLE scratch ()",
        "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
        "PREPARE p AS SELECT 1",
        "REINDEX INDEX CONCURRENTLY i",
        "CREATE UNIQUE INDEX CONCURRENTLY i ON t (a)"
      })
  void isFound(String sql) {
    assertThat(STATE.matcher(sql).find()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT pg_advisory_xact_lock($1), pg_try_advisory_xact_lock(2)",
        "SET LOCAL jit = off",
        "UPDATE checks\nSET name = $1",
        "SELECT set_config('belfry.actor', $1, true)"
      })
  void isLeftAlone(String sql) {
    assertThat(STATE.matcher(sql).find()).isFalse();
  }

  /** A file without its comments. */
  private static String statements(Path file) throws IOException {
    String text = Files.readString(file);
    return file.toString().endsWith(".java")
        ? text.replaceAll("(?s)/\\*.*?\\*/", "").replaceAll("(?m)//.*$", "")
        : text.replaceAll("(?m)--.*$", "");
  }

  /** Java and SQL; functions of migrations too, whose own statements run on the session address. */
  private static List<Path> files() throws IOException {
    try (Stream<Path> java = Files.walk(Path.of("src/main/java"));
        Stream<Path> sql = Files.walk(Path.of("src/main/resources"))) {
      return Stream.concat(
              java.filter(file -> file.toString().endsWith(".java")),
              sql.filter(file -> file.toString().endsWith(".sql")))
          .toList();
    }
  }
}
