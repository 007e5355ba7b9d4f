package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.FAILED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.channel.EffectiveQuietHours;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose quiet hours hold for the channel of a person. */
class PersonalQuietHoursIT {
  private static final String ALWAYS = "[{\"from\":\"00:00\",\"to\":\"00:00\"}]";
  private static final String ALWAYS_UTC =
      "{\"quietHours\":[{\"timeZone\":\"UTC\",\"from\":\"00:00\",\"to\":\"00:00\"}]}";

  private final AlertFixture fixture = new AlertFixture();
  private final UUID check = fixture.check(AlertFixture.ONE_RUN);
  private final UUID person = UUID.randomUUID();

  PersonalQuietHoursIT() throws SQLException {
    fixture.store.tables.run(
        "INSERT INTO users (id, email, name, created_at) VALUES (?, ?, 'Grace', now())",
        person,
        person + "@example.org");
    fixture.store.tables.run(
        "INSERT INTO memberships VALUES (?, ?, 'VIEWER', now(), now())",
        ScheduleTables.ACCOUNT,
        person);
  }

  @AfterEach
  void close() throws SQLException {
    fixture.close();
  }

  private long ofPerson(String settings) throws SQLException {
    long channel = fixture.channel(check, settings);
    fixture.store.tables.run(
        "UPDATE alert_channels SET type = 'MEMBER', config = jsonb_build_object('userId', ?::text)"
            + " WHERE id = ?",
        person.toString(),
        channel);
    return channel;
  }

  private void sets(@Nullable String zone, @Nullable String quietHours) throws SQLException {
    fixture.store.tables.run(
        "UPDATE users SET time_zone = ?, quiet_hours = ?::jsonb WHERE id = ?",
        zone,
        quietHours,
        person);
  }

  private boolean isHeld(long channel) throws SQLException {
    return fixture.number(
            "SELECT count(*) FROM deliveries WHERE channel_id = ? AND state = 'PENDING'"
                + " AND held_until_ms > epoch_millis()",
            channel)
        > 0;
  }

  private List<String> settings(long channel) throws SQLException {
    return fixture.texts(
        "SELECT " + EffectiveQuietHours.SETTINGS + " FROM alert_channels h WHERE h.id = ?",
        channel);
  }

  @Test
  void theChannelOfAPersonWaitsAsThePersonSays() throws SQLException {
    sets(null, ALWAYS);
    long own = ofPerson("{}");
    long other = fixture.channel(check, "{}");
    fixture.ran(check, 0, FAILED);
    assertThat(isHeld(own)).isTrue();
    assertThat(fixture.told(other)).containsExactly("ALERT_FAILURE");
    assertThat(isHeld(other)).isFalse();

    sets(null, null);
    assertThat(isHeld(own)).as("without quiet hours").isFalse();
    assertThat(fixture.told(own)).containsExactly("ALERT_FAILURE");
  }

  @Test
  void theChannelsOwnGoBeforeThePersons() throws SQLException {
    sets(null, "[{\"from\":\"00:00\",\"to\":\"00:00\",\"levels\":[\"DEGRADED\"]}]");
    long own = ofPerson(ALWAYS_UTC);
    long empty = ofPerson("{\"quietHours\":[]}");
    fixture.ran(check, 0, FAILED);
    assertThat(isHeld(own)).isTrue();
    assertThat(fixture.told(empty)).containsExactly("ALERT_FAILURE");
    assertThat(isHeld(empty)).isFalse();
  }

  @Test
  void aPersonWhoLeftTheAccountHoldsNothing() throws SQLException {
    sets(null, ALWAYS);
    long own = ofPerson("{}");
    fixture.store.tables.run("DELETE FROM memberships WHERE user_id = ?", person);
    fixture.ran(check, 0, FAILED);
    assertThat(isHeld(own)).isFalse();
  }

  /** An hour around now in UTC, as the clock of the zone shows it. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, 0, true",
        "Etc/GMT-5, -, 5, true",
        "Etc/GMT-5, -, 0, false",
        "Etc/GMT-5, UTC, 0, true",
        "-, Etc/GMT-5, 5, true"
      })
  void theZoneIsThatOfTheIntervalElseOfThePerson(
      @Nullable String zone, @Nullable String interval, int hours, boolean held)
      throws SQLException {
    ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC).plusHours(hours);
    sets(
        zone,
        "[{%s\"from\":\"%s\",\"to\":\"%s\"}]"
            .formatted(
                interval == null ? "" : "\"timeZone\":\"" + interval + "\",",
                now.minusMinutes(30).toLocalTime().truncatedTo(ChronoUnit.MINUTES),
                now.plusMinutes(30).toLocalTime().truncatedTo(ChronoUnit.MINUTES)));
    long own = ofPerson("{}");
    fixture.ran(check, 0, FAILED);
    assertThat(isHeld(own)).isEqualTo(held);
  }

  @Test
  void groupedChannelsReadTheSame() throws SQLException {
    sets("Europe/Berlin", ALWAYS);
    assertThat(settings(ofPerson("{\"grouping\":{}}")))
        .containsExactly(
            "{\"grouping\": {}, \"quietHours\":"
                + " [{\"to\": \"00:00\", \"from\": \"00:00\", \"timeZone\": \"Europe/Berlin\"}]}");
    sets(null, null);
    assertThat(settings(ofPerson("{}"))).containsExactly("{\"quietHours\": []}");
    assertThat(settings(fixture.channel("{\"sslExpiry\":true}")))
        .containsExactly("{\"sslExpiry\": true}");
  }

  /** The plan looks at persons only for their own channels. */
  @Test
  void otherChannelsCostNoLookAtPersons() throws SQLException {
    long other = fixture.channel(check, "{}");
    String plan =
        String.join(
            "\n",
            fixture.texts(
                "EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT "
                    + EffectiveQuietHours.COLUMN
                    + " FROM alert_channels h WHERE h.id = ?",
                other));
    assertThat(plan).contains("never executed");
  }
}
