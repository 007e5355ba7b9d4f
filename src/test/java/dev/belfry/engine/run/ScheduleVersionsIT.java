package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.ScheduleTables.Version;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** What becomes of schedules when checks and groups change: the triggers of the schema. */
class ScheduleVersionsIT {
  private static final UUID CHECK = new UUID(1, 1);

  private ScheduleTables tables;

  @BeforeEach
  void open() throws SQLException {
    tables = new ScheduleTables();
  }

  @AfterEach
  void close() throws SQLException {
    tables.close();
  }

  private List<Version> open(UUID check) throws SQLException {
    return tables.versions(check).stream().filter(version -> version.until() == null).toList();
  }

  private static String check(String members) {
    return "{\"name\":\"Home\"" + (members.isEmpty() ? "" : "," + members) + "}";
  }

  @Test
  void aNewCheckRunsFromNowOn() throws SQLException {
    long before = tables.number("SELECT epoch_millis()");
    tables.check(CHECK, null, check("\"frequency\":1,\"locations\":[\"eu-west-1\"]"));
    assertThat(tables.versions(CHECK))
        .singleElement()
        .satisfies(
            version -> {
              assertThat(version.location()).isEqualTo("eu-west-1");
              assertThat(version.period()).isEqualTo(60_000);
              assertThat(version.until()).isNull();
              assertThat(version.from()).isGreaterThanOrEqualTo(before);
            });
  }

  @Test
  void aChangeClosesAndOpensAtOneMoment() throws SQLException {
    tables.check(CHECK, null, check("\"frequency\":1"));
    tables.settings(CHECK, check("\"frequency\":5"));
    List<Version> versions = tables.versions(CHECK);
    assertThat(versions).hasSize(2);
    assertThat(versions.get(0).until()).isEqualTo(versions.get(1).from());
    assertThat(versions.get(1).period()).isEqualTo(300_000);
  }

  @Test
  void whatDoesNotConcernTheScheduleLeavesItAlone() throws SQLException {
    tables.check(CHECK, null, check("\"frequency\":1"));
    List<Version> before = tables.versions(CHECK);
    tables.settings(CHECK, check("\"frequency\":1,\"muted\":true,\"runParallel\":true"));
    assertThat(tables.versions(CHECK)).isEqualTo(before);
  }

  @Test
  void aPauseClosesAndActivationOpensAgain() throws SQLException {
    tables.check(CHECK, null, check("\"locations\":[\"eu-west-1\",\"us-east-1\"]"));
    tables.settings(
        CHECK, check("\"activated\":false,\"locations\":[\"eu-west-1\",\"us-east-1\"]"));
    assertThat(open(CHECK)).isEmpty();
    tables.settings(CHECK, check("\"locations\":[\"eu-west-1\",\"us-east-1\"]"));
    assertThat(open(CHECK)).hasSize(2);
    isSound(tables.versions(CHECK));
  }

  @Test
  void aPausedGroupPausesItsMembersAlone() throws SQLException {
    long group = tables.group("{\"name\":\"Web\"}");
    tables.check(CHECK, group, check(""));
    UUID other = tables.check(new UUID(1, 2), null, check(""));
    tables.groupSettings(group, "{\"name\":\"Web\",\"activated\":false}");
    assertThat(open(CHECK)).isEmpty();
    assertThat(open(other)).hasSize(1);
    tables.move(CHECK, null);
    assertThat(open(CHECK)).hasSize(1);
    tables.move(CHECK, group);
    assertThat(open(CHECK)).isEmpty();
    tables.groupSettings(group, "{\"name\":\"Web\",\"activated\":true}");
    assertThat(open(CHECK)).hasSize(1);
  }

  @Test
  void aDeletedCheckLeavesNothing() throws SQLException {
    tables.check(CHECK, null, check("\"locations\":[\"eu-west-1\",\"us-east-1\"]"));
    tables.run("INSERT INTO open_runs SELECT id, 1, location, shard, 1, 1, 1 FROM series");
    tables.run("INSERT INTO series_states SELECT id, 0, 1 FROM series");
    tables.run("DELETE FROM checks WHERE id = ?", CHECK);
    for (String table : List.of("series", "schedules", "open_runs", "series_states")) {
      assertThat(tables.number("SELECT count(*) FROM " + table)).as(table).isZero();
    }
  }

  @Test
  void manyChangesInOneMillisecondLeaveTheLast() throws SQLException {
    tables.check(CHECK, null, check("\"frequency\":1"));
    // No change comes before the one that it follows, so that all come at this millisecond.
    tables.run("UPDATE schedules SET from_ms = from_ms + 600000");
    long moment = tables.versions(CHECK).get(0).from();
    tables.run(
        """
        DO $$ BEGIN
          FOR i IN 1..200 LOOP
            UPDATE checks SET settings = jsonb_set(settings, '{frequency}',
              to_jsonb((ARRAY[1, 2, 5])[i % 3 + 1]));
            UPDATE checks SET settings = jsonb_set(settings, '{activated}', to_jsonb(i % 5 > 0));
          END LOOP;
          UPDATE checks SET settings = '{"frequency": 30, "request": {}}';
        END $$\
        """);
    Version last = tables.versions(CHECK).get(0);
    assertThat(tables.versions(CHECK)).hasSize(1);
    assertThat(last.from()).isEqualTo(moment);
    assertThat(last.until()).isNull();
    assertThat(last.period()).isEqualTo(1_800_000);
    tables.settings(CHECK, check("\"activated\":false"));
    assertThat(tables.versions(CHECK))
        .singleElement()
        .satisfies(version -> assertThat(version.until()).isEqualTo(moment));
  }

  @Test
  void aDatabaseClockThatWentBackMakesNoOverlap() throws SQLException {
    tables.check(CHECK, null, check("\"frequency\":1"));
    tables.run("UPDATE schedules SET from_ms = from_ms + 60000");
    tables.settings(CHECK, check("\"frequency\":2"));
    tables.settings(CHECK, check("\"activated\":false"));
    tables.settings(CHECK, check("\"frequency\":5"));
    isSound(tables.versions(CHECK));
    assertThat(open(CHECK)).singleElement().extracting(Version::period).isEqualTo(300_000L);
  }

  @DisplayName("After any change what is open is what the function says, and history is sound")
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2})
  void changesByChanceKeepTheSchedulesInLine(long seed) throws SQLException {
    ScheduleSamples samples = new ScheduleSamples(seed);
    long group = tables.group("{\"name\":\"Web\"}");
    String shared = "{\"name\":\"Web\"}";
    String settings = samples.check();
    boolean member = false;
    tables.check(CHECK, null, settings);
    for (int step = 0; step < 150; step++) {
      if (samples.chance(3)) {
        String next = samples.group();
        shared = next == null ? shared : next;
        tables.groupSettings(group, shared);
      } else if (samples.chance(3)) {
        member = !member;
        tables.move(CHECK, member ? group : null);
      } else {
        settings = samples.check();
        tables.settings(CHECK, settings);
      }
      List<Version> wanted = tables.scheduleOf(CHECK, settings, member ? shared : null);
      assertThat(open(CHECK).stream().map(ScheduleVersionsIT::rhythm))
          .as("seed %d, step %d", seed, step)
          .containsExactlyInAnyOrderElementsOf(
              wanted.stream().map(ScheduleVersionsIT::rhythm).toList());
    }
    isSound(tables.versions(CHECK));
  }

  private static String rhythm(Version version) {
    return version.location() + " " + version.period() + " " + version.phase();
  }

  /** Versions of a series follow each other; the last one alone may be open. */
  private static void isSound(List<Version> versions) {
    Map<String, Version> last = new HashMap<>();
    for (Version version : versions) {
      Version before = last.put(version.location(), version);
      if (before != null) {
        assertThat(before.until()).as("%s, then %s", before, version).isNotNull();
        assertThat(before.until()).isLessThanOrEqualTo(version.from());
      }
      if (version.until() != null) {
        assertThat(version.until()).isGreaterThanOrEqualTo(version.from());
      }
    }
  }

  @DisplayName("A group is paused while a member changes: the pause is not lost")
  @Test
  void aChangeOfAMemberSeesTheGroupThatChangesAtTheSameTime() throws Exception {
    long group = tables.group("{\"name\":\"Web\"}");
    tables.check(CHECK, group, check("\"frequency\":1"));
    whileUncommitted(
        "UPDATE check_groups SET settings = settings || '{\"activated\":false}'",
        "UPDATE checks SET settings = settings || '{\"frequency\":5}'");
    assertThat(open(CHECK)).isEmpty();
  }

  @Test
  void aGroupSeesTheMemberThatChangesAtTheSameTime() throws Exception {
    long group = tables.group("{\"name\":\"Web\"}");
    tables.check(CHECK, group, check("\"frequency\":1"));
    whileUncommitted(
        "UPDATE checks SET settings = settings || '{\"frequency\":5}'",
        "UPDATE check_groups SET settings = settings || '{\"locations\":[\"eu-west-1\"]}'");
    assertThat(open(CHECK))
        .singleElement()
        .satisfies(
            version -> {
              assertThat(version.location()).isEqualTo("eu-west-1");
              assertThat(version.period()).isEqualTo(300_000);
            });
  }

  @Test
  void aGroupChangesWhileAMemberIsDeleted() throws Exception {
    long group = tables.group("{\"name\":\"Web\"}");
    tables.check(CHECK, group, check(""));
    whileUncommitted(
        "DELETE FROM checks",
        "UPDATE check_groups SET settings = settings || '{\"locations\":[\"eu-west-1\"]}'");
    assertThat(tables.number("SELECT count(*) FROM series")).isZero();
  }

  /** Makes the second change wait for the first one's transaction. */
  private void whileUncommitted(String first, String second) throws Exception {
    try (Connection one = tables.connect();
        Connection two = tables.connect()) {
      one.setAutoCommit(false);
      ScheduleTables.run(one, first);
      CompletableFuture<Void> changed =
          CompletableFuture.runAsync(
              () -> {
                try {
                  ScheduleTables.run(two, second);
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      int waiting = ((PGConnection) two).getBackendPID();
      while (tables.number("SELECT cardinality(pg_blocking_pids(?))", waiting) == 0) {
        assertThat(changed).isNotDone();
      }
      one.commit();
      changed.get();
    }
  }

  @Test
  void everyChangeIsTold() throws SQLException {
    long group = tables.group("{\"name\":\"Web\"}");
    try (Connection listener = tables.connect();
        Statement statement = listener.createStatement()) {
      statement.execute("LISTEN belfry_checks");
      tables.check(CHECK, null, check(""));
      tables.settings(CHECK, check("\"muted\":true"));
      tables.move(CHECK, group);
      tables.groupSettings(group, "{\"name\":\"Web\",\"activated\":false}");
      tables.run("UPDATE checks SET updated_at = now()");
      tables.run("DELETE FROM checks WHERE id = ?", CHECK);
      long shard = tables.number("SELECT shard_of(?)", CHECK);
      List<String> told = new ArrayList<>();
      while (told.size() < 5) {
        PGNotification[] next = listener.unwrap(PGConnection.class).getNotifications(5_000);
        assertThat(next).as("told so far: %s", told).isNotEmpty();
        Arrays.stream(next).map(PGNotification::getParameter).forEach(told::add);
      }
      assertThat(told).hasSize(5).containsOnly(shard + ":" + CHECK);
    }
  }
}
