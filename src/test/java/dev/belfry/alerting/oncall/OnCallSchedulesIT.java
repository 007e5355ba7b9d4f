package dev.belfry.alerting.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code /v1/on-call-schedules}, with calendars of a real server that two instances read. */
class OnCallSchedulesIT {
  private static final Map<String, String> SETTINGS =
      Map.of("BELFRY_ALLOW_PRIVATE_TARGETS", "true");
  private static final TestApp APP = TestApp.start(SETTINGS);
  private static final TestApp OTHER = TestApp.startOn(APP.database().address(), SETTINGS);
  private static final String PATH = "/v1/on-call-schedules";

  private final Tenant acme = APP.newTenant();
  private final ApiClient client = APP.as(acme);
  private final ResultRows rows = new ResultRows(APP.database());
  private final CalendarServer server = new CalendarServer();

  @AfterEach
  void close() {
    server.close();
  }

  @AfterAll
  static void stop() {
    OTHER.close();
    APP.close();
  }

  private static String moment(long seconds) {
    return DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'")
        .withZone(ZoneOffset.UTC)
        .format(Instant.now().plusSeconds(seconds));
  }

  private static String shift(String person, long from, long to) {
    return "UID:"
        + person
        + "|SUMMARY:First line|ATTENDEE;CN="
        + person
        + ":mailto:"
        + person
        + "@example.org|DTSTART:"
        + moment(from)
        + "|DTEND:"
        + moment(to);
  }

  private String schedule() {
    return client
        .post(PATH, "{\"name\":\"First line\",\"url\":\"" + server.url() + "\"}")
        .hasStatus(201)
        .matchesContract("createOnCallSchedule")
        .id();
  }

  /** Has the job of some instance read the calendar, and waits for the outcome. */
  private JsonNode reads(String id, String health, String error) {
    String outcome =
        "SELECT coalesce(read_ms, 0) * 100 + failures FROM on_call_copies WHERE schedule_id = "
            + id;
    long before = rows.number(outcome);
    rows.update(
        "UPDATE on_call_copies SET due_ms = 0 WHERE schedule_id = ? AND due_ms > 0", number(id));
    long deadline = System.nanoTime() + 30_000_000_000L;
    JsonNode read = client.get(PATH + "/" + id).json();
    while (!(read.path("health").asText().equals(health)
            && read.path("lastError").asText().contains(error)
            && rows.number(outcome) != before)
        && System.nanoTime() < deadline) {
      read = client.get(PATH + "/" + id).json();
    }
    assertThat(read.path("health").asText()).as(read.toString()).isEqualTo(health);
    assertThat(read.path("lastError").asText()).contains(error);
    return read;
  }

  private JsonNode onCall(String id) {
    return client
        .get(PATH + "/" + id + "/on-call")
        .hasStatus(200)
        .matchesContract("readOnCall")
        .json();
  }

  @Test
  void isCreatedReadChangedListedAndDeleted() {
    server.calendar = ShiftExpansionTest.calendar(shift("Ada", -60, 3600));
    String id = schedule();
    reads(id, "OK", "");
    ApiReply read =
        client.get(PATH + "/" + id).hasStatus(200).matchesContract("readOnCallSchedule");
    assertThat(read.json().toString()).doesNotContain("secret-token");
    assertThat(read.at("/host").asText()).isEqualTo("127.0.0.1");
    client
        .put(PATH + "/" + id, "{\"name\":\"Night\",\"timeZone\":\"Europe/Berlin\"}")
        .hasStatus(200)
        .matchesContract("updateOnCallSchedule");
    client.put(PATH + "/" + id, "{\"timeZone\":\"Mars/Base\"}").isInvalid("/timeZone");
    client.put(PATH + "/" + id, "{\"url\":\"ftp://e.org/x\"}").isInvalid("/url");
    assertThat(client.get(PATH).hasStatus(200).matchesContract("listOnCallSchedules").json())
        .hasSize(1);
    assertThat(
            rows.number(
                "SELECT count(*) FROM on_call_schedules o JOIN on_call_copies c ON c.schedule_id = o.id"
                    + " WHERE o.url LIKE 'sealed:%' AND c.calendar LIKE 'sealed:%' AND o.id = "
                    + id))
        .isEqualTo(1);
    client.delete(PATH + "/" + id).hasStatus(204);
    client.get(PATH + "/" + id).hasStatus(404);
    client.get(PATH + "/" + id + "/on-call").hasStatus(404);
  }

  @Test
  void theShiftChangesAndTheLastGoodCopyServesWhileTheCalendarIsAway() {
    server.calendar =
        ShiftExpansionTest.calendar(shift("Ada", -60, 3600), shift("Bob", 3600, 7200));
    String id = schedule();
    JsonNode first = reads(id, "OK", "");
    assertThat(onCall(id).at("/now/0/name").asText()).isEqualTo("Ada");
    assertThat(onCall(id).at("/next/0/email").asText()).isEqualTo("Bob@example.org");
    long later = Instant.now().getEpochSecond() + 4000;
    assertThat(client.get(PATH + "/" + id + "/on-call?at=" + later).at("/now/0/name").asText())
        .isEqualTo("Bob");

    reads(id, "OK", "");
    assertThat(server.unchanged.get()).as("not modified").isPositive();

    server.calendar = ShiftExpansionTest.calendar(shift("Eve", -60, 3600));
    reads(id, "OK", "");
    assertThat(onCall(id).at("/now/0/name").asText()).isEqualTo("Eve");

    server.status = 503;
    JsonNode stale = reads(id, "STALE", "status 503");
    assertThat(stale.path("lastReadAt").asText()).isNotEqualTo(first.path("lastReadAt").asText());
    assertThat(onCall(id).at("/now/0/name").asText()).isEqualTo("Eve");
    assertThat(onCall(id).path("health").asText()).isEqualTo("STALE");

    server.status = 200;
    server.calendar = "nonsense";
    reads(id, "STALE", "no calendar");
    server.calendar = ShiftExpansionTest.calendar("X-A:" + "b".repeat(5 << 20));
    reads(id, "STALE", "larger than 1 MiB");
    assertThat(onCall(id).at("/now/0/name").asText()).isEqualTo("Eve");

    client.put(PATH + "/" + id, "{\"url\":\"http://127.0.0.1:1/x\"}").hasStatus(200);
    reads(id, "FAILED", "cannot be reached");
    assertThat(onCall(id).path("now")).as("of another calendar").isEmpty();
  }

  @Test
  void namesTheMembersWhoseAddressesTheCalendarHas() {
    People people = new People(APP);
    SignedIn ada = people.join(acme, Role.RESPONDER);
    people.join(APP.newTenant(), Role.OWNER, "bob@example.org");
    String name = ada.email().substring(0, ada.email().indexOf('@')).toUpperCase(Locale.ROOT);
    server.calendar = ShiftExpansionTest.calendar(shift(name, -60, 3600), shift("Bob", 3600, 7200));
    String id = schedule();
    reads(id, "OK", "");
    assertThat(onCall(id).at("/now/0/userId").asText()).isEqualTo(ada.id());
    assertThat(onCall(id).at("/next/0/userId").isNull()).as("of another account").isTrue();
  }

  /** The due time of the row is the lease, which another instance has taken over. */
  @Test
  void anInstanceWhoseLeaseIsOverStoresNothing() throws TimeoutException {
    String id = schedule();
    long lease = Instant.now().plusSeconds(3600).toEpochMilli();
    reads(id, "FAILED", "no calendar");
    rows.update("UPDATE on_call_copies SET due_ms = ? WHERE schedule_id = ?", lease, number(id));
    Vertx vertx = Vertx.vertx();
    Config.Database settings = TestApp.config(APP.database().address(), Map.of()).database();
    Database database = new Database(vertx, APP.database().address(), settings, 1);
    CalendarCopyStore store = new CalendarCopyStore(database);
    ShiftExpansion shifts =
        new ShiftExpansion(List.of(new Shift(0, Long.MAX_VALUE, "Bob", null, "")), 0, 1);
    CalendarCopyStore.Due late = due(id, lease - 1);
    CalendarCopy copy = new CalendarCopy("", "\"b\"", null);

    store.succeed(late, copy, "sealed", shifts, 5, 7).await(10, TimeUnit.SECONDS);
    store.fail(late, "Late", shifts, 7).await(10, TimeUnit.SECONDS);
    JsonNode kept = client.get(PATH + "/" + id).json();
    assertThat(kept.path("lastError").asText()).contains("no calendar");
    assertThat(onCall(id).path("now")).isEmpty();

    store.succeed(due(id, lease), copy, "sealed", shifts, 5, lease + 1).await(10, TimeUnit.SECONDS);
    assertThat(onCall(id).at("/now/0/name").asText()).as("in its lease").isEqualTo("Bob");
    vertx.close().await(10, TimeUnit.SECONDS);
  }

  private CalendarCopyStore.Due due(String id, long lease) {
    return new CalendarCopyStore.Due(
        acme.account(), number(id), lease, server.url(), null, null, null, null, 0, null);
  }

  private static Long number(String id) {
    return Long.valueOf(id);
  }

  @Test
  void aRedirectIsFollowedAFewTimes() {
    server.status = 302;
    server.location = "/elsewhere.ics";
    reads(schedule(), "FAILED", "status 302");
    assertThat(server.served.get()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void aChannelNamesAScheduleThatIsThere() {
    String id = schedule();
    String body = "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"},\"onCall\":%s}";
    String link = "{\"scheduleId\":%s,\"person\":\"Ada\"}";
    client
        .post("/v1/alert-channels", body.formatted(link.formatted("9007199254740991")))
        .isInvalid("/onCall/scheduleId");
    ApiReply made =
        client
            .post("/v1/alert-channels", body.formatted(link.formatted(id)))
            .hasStatus(201)
            .matchesContract("createAlertChannel");
    String channel = "/v1/alert-channels/" + made.id();
    assertThat(made.at("/onCall/person").asText()).isEqualTo("Ada");
    client.put(channel, "{\"sendDegraded\":true}").hasStatus(200);
    assertThat(client.get(channel).at("/onCall/person").asText()).isEqualTo("Ada");
    assertThat(client.put(channel, "{\"onCall\":null}").hasStatus(200).json().has("onCall"))
        .isFalse();
    client.put(channel, "{\"onCall\":" + link.formatted(id) + "}").hasStatus(200);
    client.delete(PATH + "/" + id).hasStatus(204);
    assertThat(client.get(channel).hasStatus(200).json().has("onCall")).isFalse();
  }
}
