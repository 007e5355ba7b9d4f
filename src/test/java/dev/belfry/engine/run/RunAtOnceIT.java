package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.run.ScheduleTables.Version;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The version of one slot with which the series of a new check begins (ADR 11). */
class RunAtOnceIT {
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

  @Test
  void aNewCheckRunsAtOnceAtItsFirstLocationOrAtAllTogether() throws SQLException {
    String places = "\"frequency\":60,\"locations\":[\"eu-west-1\",\"us-east-1\"]";
    tables.newCheck(CHECK, null, "{\"name\":\"Home\"," + places + "}");
    List<Version> inTurn = tables.versions(CHECK);
    assertThat(inTurn).filteredOn(version -> version.until() != null).hasSize(1);
    assertThat(inTurn).filteredOn(version -> version.until() == null).hasSize(2);
    long at = inTurn.stream().mapToLong(Version::from).min().orElseThrow();
    assertThat(inTurn).extracting(Version::from).containsExactlyInAnyOrder(at, at, at + 5_000);

    UUID other = new UUID(7, 8);
    tables.newCheck(other, null, "{\"name\":\"Home\"," + places + ",\"runParallel\":true}");
    List<Version> together = tables.versions(other);
    assertThat(together)
        .filteredOn(version -> version.until() != null)
        .hasSize(2)
        .allMatch(version -> Long.valueOf(version.from() + 1).equals(version.until()))
        .allMatch(version -> version.from() % version.period() == version.phase());
  }

  @Test
  void aMassOfNewChecksKeepsToTheRegularSlots() throws SQLException {
    tables.run(
        "INSERT INTO checks (id, account_id, check_type, settings, created_at)"
            + " SELECT gen_random_uuid(), ?, 'URL', '{\"name\":\"a\",\"frequency\":5,\"request\":{}}', now()"
            + " FROM generate_series(1, 300)",
        ScheduleTables.ACCOUNT);
    assertThat(tables.number("SELECT count(*) FROM schedules WHERE until_ms IS NULL"))
        .isEqualTo(300);
    assertThat(tables.number("SELECT count(*) FROM schedules WHERE until_ms = from_ms + 1"))
        .isEqualTo(200);
  }
}
