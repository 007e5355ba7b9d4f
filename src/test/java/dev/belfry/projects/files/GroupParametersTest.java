package dev.belfry.projects.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table "Check group configuration (declarative)" of the specification. */
class GroupParametersTest {
  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void onlyTheNameIsRequired() {
    assertThat(ReadFiles.group("groups: [{name: Web}]"))
        .isEqualTo(json("{\"name\":\"Web\",\"concurrency\":10,\"v\":2,\"dependsOn\":[]}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "activated: false | {'activated':false}",
        "muted: true | {'muted':true}",
        "apiCheckDefaults: {url: http://a/} | {'apiCheckDefaults':{'url':'http://a/'}}",
        "concurrency: 3 | {'concurrency':3}",
        "frequency: EVERY_5M | {'frequency':'EVERY_5M'}",
        "localSetupScript: a() | {'localSetupScript':'a()'}",
        "localTearDownScript: b() | {'localTearDownScript':'b()'}",
        "locations: [eu-west-1] | {'locations':['eu-west-1']}",
        "privateLocations: [office] | {'privateLocations':['office']}",
        "retryStrategy: {type: LINEAR, maxRetries: 2} |"
            + " {'retryStrategy':{'type':'LINEAR','maxRetries':2}}",
        "retryStrategy: none | {'retryStrategy':null}",
        "runtimeId: 2025.04 | {'runtimeId':'2025.04'}",
        "runParallel: true | {'runParallel':true}",
        "tags: [a, 2] | {'tags':['a','2']}",
        "browserChecks: {frequency: EVERY_1H, testMatch: x} |"
            + " {'browserChecks':{'frequency':'EVERY_1H','testMatch':'x'}}",
        "multistepChecks: {testMatch: x} | {'multistepChecks':{'testMatch':'x'}}",
        "multiStepChecks: {testMatch: x} | {'multistepChecks':{'testMatch':'x'}}",
        "alertEscalationPolicy: global | {'useGlobalAlertSettings':true}",
        "alertEscalationPolicy: {reminders: {amount: 1}} |"
            + " {'alertSettings':{'reminders':{'amount':1}},'useGlobalAlertSettings':false}",
      })
  void everyParameterOfTheTableReachesTheService(String written, String expected) {
    JsonNode group = ReadFiles.group("groups:\n  - name: Web\n    " + written + "\n");
    json(expected.replace('\'', '"'))
        .properties()
        .forEach(member -> assertThat(group.get(member.getKey())).isEqualTo(member.getValue()));
    assertThat(group.size()).isLessThanOrEqualTo(6);
  }

  @Test
  void variablesKeepTheirTextAndTheirSecrecy() {
    JsonNode group =
        ReadFiles.group(
            "groups: [{name: Web, environmentVariables: [{key: PORT, value: 80, secret: true}]}]");
    assertThat(group.get("environmentVariables"))
        .isEqualTo(json("[{\"key\":\"PORT\",\"value\":\"80\",\"secret\":true}]"));
  }

  @Test
  void withoutAPolicyEachCheckKeepsItsOwnEvenWithChannels() {
    ParsedProject read =
        ReadFiles.read(
            """
            channels: [{id: ops, type: EMAIL, config: {address: a@example.com}}]
            groups: [{name: Web, alertChannels: [ops, 42]}]
            """);
    JsonNode group = ReadFiles.resource(read, "check-group", "web").payload();
    assertThat(group.has("useGlobalAlertSettings") || group.has("alertSettings")).isFalse();
    assertThat(
            ReadFiles.resource(
                    read,
                    "alert-channel-subscription",
                    "check-group-alert-channel-subscription#web#ops")
                .payload())
        .isEqualTo(
            json(
                "{\"alertChannelId\":{\"ref\":\"ops\"},\"groupId\":{\"ref\":\"web\"},\"activated\":true}"));
    assertThat(ReadFiles.resource(read, "alert-channel", "alert-channel-42").member()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "EVERY_10S, 0, 10", "EVERY_20S, 0, 20", "EVERY_30S, 0, 30", "EVERY_1M, 1, ", "EVERY_2M, 2, ",
    "EVERY_5M, 5, ", "EVERY_10M, 10, ", "EVERY_15M, 15, ", "EVERY_30M, 30, ", "EVERY_1H, 60, ",
    "EVERY_2H, 120, ", "EVERY_6H, 360, ", "EVERY_12H, 720, ", "EVERY_24H, 1440, "
  })
  void theFrequencyOfAGroupIsThatOfItsMonitors(String constant, int minutes, Integer offset) {
    JsonNode monitor =
        ReadFiles.monitor(
            "groups: [{name: Web, frequency: %s, monitors: [{id: home, url: 'http://a/'}]}]"
                .formatted(constant));
    assertThat(monitor.get("frequency").asInt()).isEqualTo(minutes);
    assertThat(monitor.has("frequencyOffset")).isEqualTo(offset != null);
    assertThat(monitor.path("frequencyOffset").asInt(0)).isEqualTo(offset == null ? 0 : offset);
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "EVERY_30M"})
  void aMonitorsOwnFrequencyComesFirst(String own) {
    JsonNode monitor =
        ReadFiles.monitor(
            "groups: [{name: Web, frequency: EVERY_1M, monitors: [{id: home, frequency: %s}]}]"
                .formatted(own));
    assertThat(monitor.get("frequency").asInt()).isEqualTo(30);
  }

  @Test
  void anExistingGroupIsReferredToAndItsFrequencyNotInherited() {
    ParsedProject read =
        ReadFiles.read(
            """
            groups: [{existing: 4711, monitors: [{id: home, url: 'http://a/'}]}]
            monitors: [{id: two, group: 4711, url: 'http://b/'}]
            """);
    assertThat(ReadFiles.resource(read, "check-group", "check-group-4711").physicalId())
        .isEqualTo("4711");
    for (String id : List.of("home", "two")) {
      JsonNode monitor = ReadFiles.resource(read, "check", id).payload();
      assertThat(monitor.at("/groupId/ref").asText()).isEqualTo("check-group-4711");
      assertThat(monitor.has("frequency")).isFalse();
    }
    assertThat(read.manifest().resources()).hasSize(3);
  }

  @Test
  void anExistingGroupIsNeverChanged() {
    assertThat(ReadFiles.errors("groups:\n  - existing: 4711\n    tags: [a]\n"))
        .containsExactly(
            "a.yaml:3: groups[0].tags must be absent: an existing group is never changed");
  }

  @Test
  void locationsAreInheritedByTheServiceUnlessAMonitorSetsItsOwn() {
    String text =
        """
        groups:
          - name: Web
            locations: [eu-west-1]
            monitors:
              - {id: home, url: 'http://a/'}
              - {id: far, url: 'http://b/'%s}
        """;
    ParsedProject inherited = ReadFiles.read(text.formatted(""));
    assertThat(ReadFiles.resource(inherited, "check-group", "web").payload().has("locations"))
        .isTrue();
    assertThat(ReadFiles.resource(inherited, "check", "home").payload().has("locations")).isFalse();

    ParsedProject own = ReadFiles.read(text.formatted(", locations: [us-east-1]"));
    assertThat(ReadFiles.resource(own, "check-group", "web").payload().has("locations")).isFalse();
    assertThat(ReadFiles.resource(own, "check", "home").payload().get("locations"))
        .isEqualTo(json("[\"eu-west-1\"]"));
    assertThat(ReadFiles.resource(own, "check", "far").payload().get("locations"))
        .isEqualTo(json("[\"us-east-1\"]"));
    assertThat(ReadFiles.explained(own, "check", "home", "/locations/0"))
        .isEqualTo("a.yaml:3: groups[0].locations[0] must be good");
  }
}
