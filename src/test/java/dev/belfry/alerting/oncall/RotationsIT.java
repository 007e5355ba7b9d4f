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
import dev.belfry.testing.Polling;
import dev.belfry.testing.ResultRows;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Schedules with a rotation, and their persons as they come and go. */
class RotationsIT {
  private static final TestApp APP = TestApp.start(Map.of());
  private static final String PATH = "/v1/on-call-schedules";
  private static final String DAILY = "\"turnUnit\":\"DAY\",\"turnLength\":1";

  private final People people = new People(APP);
  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final ResultRows rows = new ResultRows(APP.database());
  private final SignedIn ada = people.join(acme, Role.EDITOR);
  private final SignedIn bob = people.join(acme, Role.RESPONDER);
  private final SignedIn eve = people.join(acme, Role.VIEWER);

  @AfterAll
  static void stop() {
    APP.close();
  }

  private static List<String> ids(SignedIn... persons) {
    return Stream.of(persons).map(SignedIn::id).toList();
  }

  private ApiReply make(String turns, SignedIn... persons) {
    return client
        .post(PATH, OnCallFixtures.rotation(ids(persons), turns))
        .hasStatus(201)
        .matchesContract("createOnCallSchedule");
  }

  private JsonNode onCall(String id, Instant at) {
    return client
        .get(PATH + "/" + id + "/on-call?at=" + at.getEpochSecond())
        .hasStatus(200)
        .matchesContract("readOnCall")
        .json();
  }

  private String now(String id) {
    return onCall(id, Instant.now()).at("/now/0/userId").asText();
  }

  /** Who is on call in the next days, as letters. */
  private String week(String id) {
    StringBuilder week = new StringBuilder();
    Instant noon = Instant.now().truncatedTo(ChronoUnit.DAYS).plus(36, ChronoUnit.HOURS);
    for (int day = 0; day < 6; day++) {
      JsonNode shifts = onCall(id, noon.plus(day, ChronoUnit.DAYS)).path("now");
      assertThat(shifts.size()).isLessThan(2);
      String user = shifts.path(0).path("userId").asText();
      week.append(
          user.equals(ada.id())
              ? 'a'
              : user.equals(bob.id()) ? 'b' : user.equals(eve.id()) ? 'e' : '-');
    }
    return week.toString();
  }

  private void leaves(SignedIn person) {
    client.delete("/v1/accounts/me/members/" + person.id()).hasStatus(204);
  }

  @Test
  void isInForceAtOnceAndReadAsItWasMade() {
    ApiReply made = make("\"turnUnit\":\"WEEK\",\"turnLength\":2", ada, bob);
    assertThat(made.at("/health").asText()).isEqualTo("OK");
    assertThat(made.at("/host").isNull()).isTrue();
    assertThat(made.at("/rotation").toString())
        .isEqualTo(
            "{\"userIds\":[\"%s\",\"%s\"],\"turnUnit\":\"WEEK\",\"turnLength\":2,\"handoffTime\":\"09:00\",\"startDate\":\"2026-03-09\"}"
                .formatted(ada.id(), bob.id()));
    JsonNode onCall = onCall(made.id(), Instant.now());
    assertThat(List.of(onCall.at("/now/0/userId").asText(), onCall.at("/next/0/userId").asText()))
        .containsExactlyInAnyOrder(ada.id(), bob.id());
    assertThat(onCall.at("/now/0/email").asText()).endsWith("@example.org");
    assertThat(onCall.at("/now/0/to").asText()).isEqualTo(onCall.at("/next/0/from").asText());
    assertThat(Instant.parse(onCall.path("knownUntil").asText()))
        .isAfter(Instant.now().plus(89, ChronoUnit.DAYS));
    ApiReply read = client.get(PATH + "/" + made.id()).matchesContract("readOnCallSchedule");
    assertThat(read.text()).isEqualTo(made.text());
    assertThat(client.get(PATH).matchesContract("listOnCallSchedules").at("/0/rotation").isObject())
        .isTrue();
  }

  @Test
  void aChangeIsInForceAtOnce() {
    String id = make(DAILY, ada).id();
    String body =
        "{\"rotation\":{\"userIds\":[\"%s\"],%s,\"handoffTime\":\"00:00\",\"startDate\":\"%s\"}}";
    client
        .put(PATH + "/" + id, body.formatted(bob.id(), DAILY, "2026-01-01"))
        .hasStatus(200)
        .matchesContract("updateOnCallSchedule");
    assertThat(now(id)).isEqualTo(bob.id());
    client.put(PATH + "/" + id, "{\"name\":\"Renamed\"}").hasStatus(200);
    assertThat(now(id)).isEqualTo(bob.id());
    client.put(PATH + "/" + id, body.formatted(bob.id(), DAILY, "2099-01-01")).hasStatus(200);
    assertThat(onCall(id, Instant.now()).path("now")).isEmpty();
    assertThat(onCall(id, Instant.now()).path("next")).isEmpty();
  }

  @Test
  void hasOneSource() {
    String rotation = OnCallFixtures.rotation(ids(ada), DAILY);
    String both = rotation.replaceFirst("\\{", "{\"url\":\"http://127.0.0.1:1/x\",");
    client.post(PATH, both).isInvalid("/url", "/rotation");
    client.post(PATH, "{\"name\":\"x\"}").isInvalid("/url", "/rotation");
    client.post(PATH, "{\"name\":\"x\",\"url\":null}").isInvalid("/url", "/rotation");
    String id = make(DAILY, ada).id();
    String path = PATH + "/" + id;
    client.put(path, both).isInvalid("/url", "/rotation");
    client.put(path, "{\"rotation\":null}").isInvalid("/url", "/rotation");
    client
        .post(path + "/overrides", OnCallFixtures.override(client))
        .hasStatus(201)
        .matchesContract("createOnCallOverride");

    ApiReply calendar = client.put(path, "{\"url\":\"http://127.0.0.1:1/x\"}").hasStatus(200);
    assertThat(calendar.at("/rotation").isNull()).isTrue();
    assertThat(calendar.at("/overrides")).isEmpty();
    assertThat(calendar.at("/host").asText()).isEqualTo("127.0.0.1");
    assertThat(onCall(id, Instant.now()).path("now")).isEmpty();
    client.put(path, "{\"url\":null}").isInvalid("/url", "/rotation");
    client
        .post(path + "/overrides", OnCallFixtures.override(client))
        .isError(409, "Conflict", "The schedule has a calendar; change the shifts there")
        .matchesContract("createOnCallOverride");
    client.put(path, rotation).hasStatus(200).matchesContract("updateOnCallSchedule");
    assertThat(now(id)).isEqualTo(ada.id());
  }

  @Test
  void namesEveryPersonWhoIsNoMember() {
    SignedIn stranger = people.join(APP.newTenant(), Role.OWNER);
    List<String> users = List.of(ada.id(), stranger.id(), bob.id(), UUID.randomUUID().toString());
    String body = OnCallFixtures.rotation(users, DAILY);
    ApiReply refused =
        client.post(PATH, body).isInvalid("/rotation/userIds/1", "/rotation/userIds/3");
    assertThat(refused.at("/attributes/errors/0/message").asText())
        .isEqualTo(refused.at("/attributes/errors/1/message").asText());
    String id = make(DAILY, ada).id();
    client.put(PATH + "/" + id, body).isInvalid("/rotation/userIds/1", "/rotation/userIds/3");
    assertThat(now(id)).isEqualTo(ada.id());
    for (String[] wrong :
        new String[][] {
          {"\"turnLength\":1", "\"turnLength\":53", "/rotation/turnLength"},
          {"\"turnLength\":1", "\"turnLength\":0", "/rotation/turnLength"},
          {"DAY", "HOUR", "/rotation/turnUnit"},
          {"09:00", "24:00", "/rotation/handoffTime"},
          {"2026-03-09", "2026-02-30", "/rotation/startDate"},
          {"2026-03-09", "1999-02-03", "/rotation/startDate"},
          {"Europe/Berlin", "Mars/Base", "/timeZone"},
        }) {
      client
          .post(PATH, OnCallFixtures.rotation(ids(ada), DAILY).replace(wrong[0], wrong[1]))
          .isInvalid(wrong[2]);
    }
    client.post(PATH, OnCallFixtures.rotation(List.of(), DAILY)).isInvalid("/rotation/userIds");
  }

  @Test
  void theTurnsOfAPersonWhoLeavesGoToTheNext() {
    String id = make(DAILY, ada, bob, eve).id();
    String all = week(id);
    assertThat("abeabeabe").contains(all);
    leaves(bob);
    assertThat(week(id)).as("all others keep their turns").isEqualTo(all.replace('b', 'e'));
    ApiReply read = client.get(PATH + "/" + id).hasStatus(200);
    assertThat(read.at("/health").asText()).isEqualTo("OK");
    assertThat(read.at("/formerUserIds/0").asText()).isEqualTo(bob.id());
    client.put(PATH + "/" + id, "{\"name\":\"Renamed\"}").hasStatus(200);
    assertThat(week(id)).isEqualTo(all.replace('b', 'e'));

    leaves(eve);
    assertThat(week(id)).isEqualTo("aaaaaa");
    people.join(acme, Role.VIEWER, bob.email());
    assertThat(week(id)).as("who joins again has them back").isEqualTo(all.replace('e', 'a'));
    leaves(bob);
    leaves(ada);
    assertThat(week(id)).isEqualTo("------");
    ApiReply deserted = client.get(PATH + "/" + id).matchesContract("readOnCallSchedule");
    assertThat(deserted.at("/health").asText()).isEqualTo("FAILED");
    assertThat(deserted.at("/lastError").asText()).contains("No person of the rotation");
  }

  /** The job renews what time uses up, also after its instance was killed. */
  @Test
  void goesOnByItself() {
    String id = make(DAILY, ada, bob).id();
    String before = week(id);
    rows.update("DELETE FROM on_call_shifts WHERE schedule_id = ?", Long.valueOf(id));
    rows.update(
        "UPDATE on_call_copies SET due_ms = 0, until_ms = 1 WHERE schedule_id = ?",
        Long.valueOf(id));
    Polling.until("renewed", () -> week(id).equals(before));
    assertThat(client.get(PATH + "/" + id).at("/health").asText()).isEqualTo("OK");
    assertThat(
            rows.number(
                "SELECT due_ms - epoch_millis() FROM on_call_copies WHERE schedule_id = " + id))
        .isBetween(3_500_000L, 3_600_000L);
  }

  @Test
  void saysThatTurnsWereNotRenewed() {
    String id = make(DAILY, ada).id();
    rows.update("UPDATE on_call_copies SET until_ms = 1 WHERE schedule_id = ?", Long.valueOf(id));
    ApiReply late = client.get(PATH + "/" + id).matchesContract("readOnCallSchedule");
    assertThat(late.at("/health").asText()).isEqualTo("STALE");
    assertThat(late.at("/lastError").asText()).contains("not renewed");
  }
}
