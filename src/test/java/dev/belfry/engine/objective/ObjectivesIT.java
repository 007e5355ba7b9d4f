package dev.belfry.engine.objective;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.engine.result.ResultFixture;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import dev.belfry.testing.ResultRows.Run;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code /v1/objectives}: the resource, and the status of stored results. */
class ObjectivesIT {
  private static final String PATH = "/v1/objectives";
  private static final long HOUR = 3_600_000;
  private static final int DAY_MILLIS = 86_400_000;

  private final ResultFixture fixture = new ResultFixture();

  private String objective(String members) {
    return fixture.client.post(PATH, "{" + members + "}").hasStatus(201).id();
  }

  private String ofCheck(double target) {
    return objective(
        "\"name\":\"Works\",\"checkId\":\"%s\",\"target\":%s".formatted(fixture.check, target));
  }

  private JsonNode status(String id) {
    return fixture
        .client
        .get(PATH + "/" + id + "/status")
        .hasStatus(200)
        .matchesContract("readObjectiveStatus")
        .json();
  }

  @Test
  void isCreatedReadChangedListedAndDeleted() {
    String channel =
        fixture
            .client
            .post("/v1/alert-channels", "{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}")
            .hasStatus(201)
            .id();
    String id =
        objective(
            "\"name\":\"Works\",\"checkId\":\"%s\",\"target\":99.95,\"alertChannelSubscriptions\":[{\"alertChannelId\":%s,\"activated\":true}]"
                .formatted(fixture.check, channel));
    ApiReply read = fixture.client.get(PATH + "/" + id).matchesContract("readObjective");
    assertThat(read.at("/target").asDouble()).isEqualTo(99.95);
    assertThat(read.at("/windowDays").asInt()).isEqualTo(30);
    assertThat(read.at("/alertChannelSubscriptions/0/activated").asBoolean()).isTrue();
    ApiReply changed =
        fixture
            .client
            .put(PATH + "/" + id, "{\"target\":99,\"windowDays\":7}")
            .hasStatus(200)
            .matchesContract("updateObjective");
    assertThat(changed.at("/name").asText()).isEqualTo("Works");
    assertThat(changed.at("/alertChannelSubscriptions")).hasSize(1);
    fixture.client.delete("/v1/alert-channels/" + channel).hasStatus(204);
    ApiReply list = fixture.client.get(PATH).hasStatus(200).matchesContract("listObjectives");
    assertThat(list.at("/0/alertChannelSubscriptions")).as("its channel is gone").isEmpty();
    fixture.client.put(PATH + "/" + id, "{\"name\":\"Still\"}").hasStatus(200);
    fixture.client.delete(PATH + "/" + id).hasStatus(204);
    fixture.client.get(PATH + "/" + id).hasStatus(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'name':'a','target':99,'checkId':null | /checkId",
        "'name':'a','target':99,'checkId':'%s','groupId':1 | /groupId",
        "'name':'a','target':99.9999,'checkId':'%s' | /target",
        "'name':'a','target':100,'checkId':'%s' | /target",
        "'name':'a','target':49,'checkId':'%s' | /target",
        "'name':'a','target':99.12345,'checkId':'%s' | /target",
        "'target':99,'checkId':'%s' | /name",
        "'name':'a','target':99,'checkId':'%s','windowDays':6 | /windowDays",
        "'name':'a','target':99,'checkId':'%s','windowDays':91 | /windowDays",
        "'name':'a','target':99,'checkId':'%s','alertChannelSubscriptions':[{'alertChannelId':9007199254740990,'activated':true}] | /alertChannelSubscriptions/0/alertChannelId",
        "'name':'a','target':99,'checkId':'%s','alertChannelSubscriptions':[{'alertChannelId':1,'activated':true},{'alertChannelId':1,'activated':false}] | /alertChannelSubscriptions/1/alertChannelId",
      })
  void badInputNamesTheField(String members, String field) {
    String body = "{" + members.replace('\'', '"').replace("%s", fixture.check) + "}";
    ApiReply reply =
        fixture.client.post(PATH, body).hasStatus(400).matchesContract("createObjective");
    assertThat(reply.text()).contains(field.substring(field.lastIndexOf('/') + 1));
  }

  @Test
  void needsAMonitorOfTheAccountAndGoesWithIt() {
    String foreign = new ResultFixture().check;
    String body = "{\"name\":\"a\",\"target\":99,\"checkId\":\"%s\"}";
    fixture.client.post(PATH, body.formatted(foreign)).hasStatus(404);
    String id = ofCheck(99);
    fixture.client.delete("/v1/checks/" + fixture.check).hasStatus(204);
    fixture.client.get(PATH + "/" + id).hasStatus(404);
    fixture.client.get(PATH + "/" + id + "/status").hasStatus(404);
    fixture.client.get(PATH + "/" + id + "/alerts").hasStatus(404);
  }

  @Test
  void ofATagCountsTheMonitorsThatHaveItNow() {
    String tag = "team:shop 1";
    String group =
        fixture
            .client
            .post("/v2/check-groups", "{\"name\":\"G\",\"tags\":[\"" + tag + "\"]}")
            .hasStatus(201)
            .id();
    String own = fixture.monitor("Own", ",\"tags\":[\"x\",\"" + tag + "\"]");
    String member = fixture.monitor("Member", ",\"groupId\":" + group);
    String stranger = new ResultFixture().monitor("Stranger", ",\"tags\":[\"" + tag + "\"]");
    String id = objective("\"name\":\"Shop\",\"tag\":\"%s\",\"target\":99".formatted(tag));
    assertThat(
            fixture
                .client
                .get(PATH + "/" + id)
                .matchesContract("readObjective")
                .at("/tag")
                .asText())
        .isEqualTo(tag);
    long now = fixture.now();
    for (String check : List.of(own, member, stranger, fixture.check)) {
      fixture.rows.add(Run.passed(fixture.rows.series(check, "eu-west-1"), now - 1_000, 1));
    }
    untilGood(id, 2);
    fixture.client.put("/v1/checks/url/" + own, "{\"tags\":[]}").hasStatus(200);
    untilGood(id, 1);
    fixture.client.delete("/v1/checks/" + member).hasStatus(204);
    untilGood(id, 0);
    fixture
        .client
        .post(PATH, "{\"name\":\"a\",\"target\":99,\"tag\":\"x\",\"groupId\":" + group + "}")
        .isInvalid("/tag");
  }

  /** Tags in force follow their monitors within a second. */
  private void untilGood(String id, int good) {
    long end = System.nanoTime() + 20_000_000_000L;
    while (status(id).at("/runs/good").asInt() != good && System.nanoTime() < end) {
      Polling.pause();
    }
    assertThat(status(id).at("/runs/good").asInt()).isEqualTo(good);
  }

  @Test
  void saysThatTheWindowIsTooThin() {
    JsonNode status = status(ofCheck(99.9));
    assertThat(status.path("verdict").asText()).isEqualTo("INSUFFICIENT_DATA");
    assertThat(status.path("attained").isNull()).isTrue();
    assertThat(status.path("reason").asText()).startsWith("0 runs count in 30 days");
    assertThat(status.at("/burnRates/0/state").asText()).isEqualTo("INSUFFICIENT_DATA");
  }

  /** Days, hours and results that are not rolled up each count once. */
  @Test
  void sumsWhatIsStored() {
    String id = ofCheck(99.9);
    long summed = fixture.rows.summedUntil();
    int today = (int) (summed / DAY_MILLIS);
    for (int day = today - 20; day < today - 5; day++) {
      fixture.rows.hour(fixture.west, day * (long) DAY_MILLIS + 3 * HOUR, 1_000, 1);
    }
    fixture.rows.day(fixture.west, today - 40, 1_000, 1_000);
    fixture.rows.hour(fixture.east, summed - 2 * HOUR, 100, 0);
    fixture.rows.hour(fixture.east, summed - 50 * HOUR, 10, 1);
    long now = fixture.now();
    fixture.rows.add(
        List.of(
            Run.failed(fixture.west, now - 3_000),
            Run.passed(fixture.west, now - 2_000, 1),
            Run.degraded(fixture.east, now - 2_000, 1),
            Run.missed(fixture.west, now - 1_000, Reason.INSTANCE_LOST),
            Run.failed(fixture.west, now - 3_000).attempt(1)));
    JsonNode status = status(id);
    assertThat(status.at("/runs/bad").asInt()).isEqualTo(15 + 1 + 1);
    assertThat(status.at("/runs/good").asInt()).isEqualTo(15_000 + 110 + 2);
    assertThat(status.at("/runs/missed").asInt()).isEqualTo(1);
    assertThat(status.path("verdict").asText()).isEqualTo("BREACHED");
    assertThat(status.at("/burnRates/2/longRuns").asInt()).isEqualTo(100 + 11 + 3);
    assertThat(status.at("/burnRates/1/longRuns").asInt()).isEqualTo(100 + 3);
    assertThat(status.at("/burnRates/0/longRuns").asInt()).isEqualTo(3);
  }

  @Test
  void countsTheMembersOfAGroup() {
    String group = fixture.client.post("/v2/check-groups", "{\"name\":\"G\"}").hasStatus(201).id();
    String member = fixture.monitor("Member", ",\"groupId\":" + group);
    String id = objective("\"name\":\"All\",\"target\":50,\"groupId\":" + group);
    long now = fixture.now();
    int series = fixture.rows.series(member, "eu-west-1");
    fixture.rows.add(
        List.of(Run.passed(series, now - 2_000, 1), Run.passed(series, now - 1_000, 1)));
    fixture.rows.add(Run.failed(fixture.west, now - 1_000));
    JsonNode status = status(id);
    assertThat(status.at("/runs/counted").asInt()).as("members alone").isEqualTo(2);
    assertThat(status.path("attained").asDouble()).isEqualTo(100);
    fixture.client.delete("/v1/checks/" + member).hasStatus(204);
    fixture.client.delete("/v1/check-groups/" + group).hasStatus(204);
    fixture.client.get(PATH + "/" + id).hasStatus(404);
  }
}
