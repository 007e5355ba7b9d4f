package dev.belfry.alerting.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.OnCallFixtures;
import dev.belfry.testing.ResultRows;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members who take over from a rotation. */
class OverridesIT {
  private static final TestApp APP = TestApp.shared();
  private static final String PATH = "/v1/on-call-schedules/";

  private final People people = new People(APP);
  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final ResultRows rows = new ResultRows(APP.database());
  private final SignedIn ada = people.join(acme, Role.VIEWER);
  private final SignedIn bob = people.join(acme, Role.RESPONDER);
  private final SignedIn eve = people.join(acme, Role.VIEWER);
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

  private String id = "";

  @BeforeEach
  void make() {
    id =
        client
            .post(
                "/v1/on-call-schedules",
                OnCallFixtures.rotation(
                    List.of(ada.id()), "\"turnUnit\":\"WEEK\",\"turnLength\":4"))
            .hasStatus(201)
            .id();
  }

  private ApiReply takeOver(SignedIn person, long from, long to) {
    return takeOver(person.id(), now.plus(from, ChronoUnit.HOURS), now.plus(to, ChronoUnit.HOURS));
  }

  private ApiReply takeOver(String user, Instant from, Instant to) {
    return client
        .post(PATH + id + "/overrides", OnCallFixtures.override(user, from, to))
        .matchesContract("createOnCallOverride");
  }

  private JsonNode onCall(long hours) {
    return client
        .get(PATH + id + "/on-call?at=" + now.plus(hours, ChronoUnit.HOURS).getEpochSecond())
        .hasStatus(200)
        .matchesContract("readOnCall")
        .json();
  }

  private String user(long hours) {
    assertThat(onCall(hours).path("now")).hasSize(1);
    return onCall(hours).at("/now/0/userId").asText();
  }

  @Test
  void aResponderTakesOverFromNowOn() {
    ApiReply made =
        bob.client()
            .post(
                PATH + id + "/overrides",
                "{\"userId\":\"%s\",\"to\":\"%s\"}".formatted(bob.id(), now.plusSeconds(7_200)))
            .hasStatus(201)
            .matchesContract("createOnCallOverride");
    assertThat(user(1)).isEqualTo(bob.id());
    assertThat(onCall(1).at("/now/0/title").asText()).isEqualTo("Override");
    assertThat(onCall(1).at("/next/0/userId").asText()).isEqualTo(ada.id());
    assertThat(user(3)).isEqualTo(ada.id());
    assertThat(client.get(PATH + id).at("/overrides/0").toString())
        .isEqualTo(made.json().toString());
    assertThat(made.at("/name").asText()).isEqualTo("Grace");
    String path = PATH + id + "/overrides/" + made.id();
    ada.client().delete(path).hasStatus(403);
    bob.client().delete(path).hasStatus(204);
    assertThat(user(1)).isEqualTo(ada.id());
    bob.client().delete(path).isNotFound().matchesContract("deleteOnCallOverride");
  }

  @Test
  void theLastOfOverridesThatOverlapHolds() {
    takeOver(bob, 1, 9).hasStatus(201);
    String second = takeOver(eve, 4, 6).hasStatus(201).id();
    assertThat(List.of(user(1), user(4), user(6), user(9)))
        .containsExactly(bob.id(), eve.id(), bob.id(), ada.id());
    client.delete(PATH + id + "/overrides/" + second).hasStatus(204);
    assertThat(user(4)).isEqualTo(bob.id());
    JsonNode shift = onCall(2).at("/now/0");
    assertThat(shift.path("from").asText())
        .startsWith(now.plusSeconds(3_600).toString().substring(0, 19));
    assertThat(shift.path("to").asText())
        .startsWith(now.plusSeconds(32_400).toString().substring(0, 19));
  }

  @Test
  void whatIsWrongChangesNothing() {
    SignedIn stranger = people.join(APP.newTenant(), Role.OWNER);
    takeOver(stranger, 1, 2).isInvalid("/userId");
    takeOver(UUID.randomUUID().toString(), now.plusSeconds(60), now.plusSeconds(120))
        .isInvalid("/userId");
    takeOver(bob, 2, 2).isInvalid("/from");
    takeOver(bob, 3, 2).isInvalid("/from");
    takeOver(bob, -3, -2).isInvalid("/to");
    takeOver(bob, 1, 367 * 24).isInvalid("/to");
    takeOver(stranger, -3, -2).isInvalid("/userId", "/to");
    client.post(PATH + id + "/overrides", "{}").isInvalid("/userId", "/to");
    assertThat(client.get(PATH + id).at("/overrides")).isEmpty();
    String path = PATH + id + "/overrides/" + takeOver(bob, 1, 2).hasStatus(201).id();
    ApiClient other = APP.as(APP.newTenant());
    other.delete(path).isNotFound();
    other.post(PATH + id + "/overrides", OnCallFixtures.override(client)).isNotFound();
    assertThat(user(1)).isEqualTo(bob.id());
  }

  @Test
  void anOverrideThatBeganInThePastBeginsNow() {
    Instant from = Instant.parse(takeOver(bob, -5, 2).hasStatus(201).at("/from").asText());
    assertThat(from).isBetween(now.minusSeconds(5), Instant.now().plusSeconds(5));
  }

  @Test
  void theirNumberIsBoundedAndThoseThatAreOverDisappear() {
    for (int i = 0; i < OnCallOverrides.MOST; i++) {
      takeOver(bob, i + 1, i + 2).hasStatus(201);
    }
    assertThat(takeOver(bob, 90, 91).hasStatus(409).at("/message").asText())
        .contains("50 overrides");
    setTimes("now() - interval '2 hours'", "now() - interval '1 hour'");
    assertThat(client.get(PATH + id).at("/overrides")).isEmpty();
    takeOver(bob, 90, 91).hasStatus(409);
    setTimes("now() - interval '3 days'", "now() - interval '2 days'");
    takeOver(bob, 90, 91).hasStatus(201);
    assertThat(
            rows.number(
                "SELECT jsonb_array_length(overrides) FROM on_call_schedules WHERE id = " + id))
        .isOne();
  }

  private void setTimes(String from, String to) {
    rows.update(
        """
        UPDATE on_call_schedules o SET overrides = (
          SELECT jsonb_agg(one || jsonb_build_object('from', %s, 'to', %s))
          FROM jsonb_array_elements(o.overrides) AS one) WHERE id = ?"""
            .formatted(iso(from), iso(to)),
        Long.valueOf(id));
  }

  private static String iso(String time) {
    return "to_char((%s) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')".formatted(time);
  }

  @Test
  void aPersonWhoLeavesHandsTheShiftBack() {
    takeOver(eve, 1, 9).hasStatus(201);
    takeOver(bob, 3, 5).hasStatus(201);
    client.delete("/v1/accounts/me/members/" + bob.id()).hasStatus(204);
    assertThat(user(3)).as("to the person whose turn it is").isEqualTo(ada.id());
    assertThat(user(6)).isEqualTo(eve.id());
    assertThat(client.get(PATH + id).at("/overrides/1/name").isNull()).isTrue();
    client.put(PATH + id, "{\"name\":\"Renamed\"}").hasStatus(200);
    assertThat(user(3)).isEqualTo(ada.id());
    people.join(acme, Role.RESPONDER, bob.email());
    assertThat(user(3)).isEqualTo(bob.id());
  }

  @Test
  void theAuditLogSaysWhoTookOver() {
    bob.client()
        .post(
            PATH + id + "/overrides", OnCallFixtures.override(bob.id(), now, now.plusSeconds(900)))
        .hasStatus(201);
    JsonNode entry =
        client
            .get("/v1/audit-log?resourceType=on-call-schedule&limit=1")
            .hasStatus(200)
            .at("/entries/0");
    assertThat(entry.at("/actor/id").asText()).as(entry.toString()).isEqualTo(bob.id());
    assertThat(entry.toString()).contains("overrides", bob.id());
  }
}
