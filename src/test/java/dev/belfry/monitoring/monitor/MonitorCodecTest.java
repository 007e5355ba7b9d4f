package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.BodySamples;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.testing.CheckSamples;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MonitorCodecTest {
  private static final List<String> STORED_APART =
      List.of("dependsOn", "groupId", "alertChannelSubscriptions");

  private static ObjectNode settings(String body) {
    return JsonText.parse(
        MonitorCodec.settings(MonitorCodec.read(CheckType.URL, JsonText.parse(body))));
  }

  @ParameterizedTest
  @EnumSource(
      value = CheckType.class,
      names = {"URL", "TCP", "DNS"})
  void keepsEveryMemberOfTheContract(CheckType type) {
    keepsEveryMember(type, CheckSamples.create(type));
    keepsEveryMember(type, CheckSamples.update(type));
  }

  private static void keepsEveryMember(CheckType type, String operation) {
    BodySamples.of(operation, 500)
        .forEach(
            body -> {
              ObjectNode expected = body.deepCopy().without(STORED_APART);
              listOfReasons(expected);
              if (expected.at("/request/assertions").isNull()) {
                expected.withObject("/request").putArray("assertions");
              }
              String settings = MonitorCodec.settings(MonitorCodec.read(type, body));
              assertThat(JsonText.parse(settings)).isEqualTo(JsonText.parse(expected.toString()));
            });
  }

  private static void listOfReasons(ObjectNode body) {
    String reason = body.at("/retryStrategy/onlyOn").textValue();
    if (reason != null) {
      body.withObject("/retryStrategy").putArray("onlyOn").add(reason);
    }
  }

  @Test
  void leavesAbsentMembersOfAnUpdateAbsent() {
    assertThat(settings("{}")).isEmpty();
    assertThat(settings("{\"groupId\":7}")).isEmpty();
    assertThat(settings("{\"description\":null}")).hasToString("{\"description\":null}");
  }

  @Test
  void writesTextsThatNeedEscapes() {
    String body = "{\"name\":\"a \\\"b\\\" \\\\ \\n \\u0001 ü 😀\"}";
    assertThat(settings(body)).isEqualTo(JsonText.parse(body));
  }

  @Test
  void writesWholeNumbersWithoutAFraction() {
    assertThat(
            MonitorCodec.settings(
                MonitorCodec.read(
                    CheckType.URL, JsonText.parse("{\"groupOrder\":2.0,\"maxResponseTime\":0.5}"))))
        .isEqualTo("{\"groupOrder\":2,\"maxResponseTime\":0.5}");
  }

  @Test
  void givesANewMonitorTheMembersThatEveryOneHas() {
    assertThat(
            JsonText.parse(
                    MonitorCodec.settings(
                        MonitorCodec.read(CheckType.URL, JsonText.parse("{}")).complete()))
                .fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "description",
            "groupOrder",
            "runtimeId",
            "privateLocations",
            "retryStrategy",
            "degradedResponseTime",
            "maxResponseTime",
            "triggerIncident");
  }
}
