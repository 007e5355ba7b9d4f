package dev.belfry.projects.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProjectFilesTest {
  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of("group: []", "a.yaml:1: group is not a key of a file (did you mean groups?)"),
        Arguments.of("monitors: {}", "a.yaml:1: monitors must be a list"),
        Arguments.of("- a", "a.yaml:1: must consist of keys such as groups and monitors"),
        Arguments.of(
            "monitors:\n- a", "a.yaml:2: monitors[0] must be an object with keys such as name"),
        Arguments.of(
            "monitors:\n- id: a\n  frequncy: 5",
            "a.yaml:3: monitors[0].frequncy is not known (did you mean frequency?)"),
        Arguments.of(
            "monitors:\n- id: a\n  request:\n    folowRedirects: true",
            "a.yaml:4: monitors[0].request.folowRedirects is not known (did you mean"
                + " followRedirects?)"),
        Arguments.of(
            "monitors:\n- id: a\n  checkType: HEARTBEAT\n  frequency: 5",
            "a.yaml:4: monitors[0].frequency must be absent: a heartbeat monitor makes no runs"),
        Arguments.of(
            "monitors:\n- url: http://a/",
            "a.yaml:2: monitors[0] must have an id, or a name to make one of"),
        Arguments.of("channels:\n- type: EMAIL", "a.yaml:2: channels[0] must have an id"),
        Arguments.of(
            "monitors:\n- id: a\n- id: a",
            "a.yaml:3: monitors[1].id: the monitor a is there already, in a.yaml:2"),
        Arguments.of(
            "monitors:\n- id: 'a b'",
            "a.yaml:2: monitors[0].id must be 1 to 255 letters, digits and characters of _-/#."),
        Arguments.of(
            "groups: [{name: Web}]\nmonitors:\n- id: a\n  group: wep",
            "a.yaml:4: monitors[0].group: no file has the group wep (did you mean web?)"),
        Arguments.of(
            "monitors:\n- id: a\n  alertChannels: [ops]",
            "a.yaml:3: monitors[0].alertChannels[0]: no file has the channel ops"),
        Arguments.of(
            "monitors:\n- id: a\n  alertChannels: ops",
            "a.yaml:3: monitors[0].alertChannels must be a list of channels"),
        Arguments.of(
            "monitors:\n- id: a\n  frequency: EVERY_3M",
            "a.yaml:3: monitors[0].frequency must be a constant such as EVERY_5M, or a number of"
                + " minutes (did you mean EVERY_1M?)"),
        Arguments.of(
            "monitors:\n- id: a\n  frequency: EVERY_10S\n  frequencyOffset: 20",
            "a.yaml:4: monitors[0].frequencyOffset must be absent when frequency is EVERY_10S"),
        Arguments.of(
            "monitors:\n- id: a\n  retryStrategy:",
            "a.yaml:3: monitors[0].retryStrategy must be none, or an object with a type"),
        Arguments.of(
            "groups:\n- id: a\n  alertEscalationPolicy: locale",
            "a.yaml:3: groups[0].alertEscalationPolicy must be global, or an object of alert"
                + " settings"),
        Arguments.of(
            "groups:\n- id: a\n  alertEscalationPolicy: global\n  alertSettings: {}",
            "a.yaml:4: groups[0].alertSettings must be absent beside alertEscalationPolicy"),
        Arguments.of(
            "monitors:\n- id: a\n  url: http://a/\n  request: {url: http://b/}",
            "a.yaml:3: monitors[0].url must be absent beside request.url"),
        Arguments.of(
            "monitors:\n- id: a\n  groupId: 5",
            "a.yaml:3: monitors[0].groupId is not known (did you mean group?)"),
        Arguments.of(
            "pages:\n- id: a\n  cards:\n  - name: x\n    services: [web]",
            "a.yaml:5: pages[0].cards[0].services[0]: no file has the service web"),
        Arguments.of(
            "monitors:\n- id: a\n  url: ${HOST}",
            "a.yaml:3: needs the environment variable HOST, which is not set; the text itself is"
                + " written $${HOST}"),
        Arguments.of(
            "monitors:\n- id: a\n  url: ${BELFRY_KEY_SECRET}",
            "a.yaml:3: must not use ${BELFRY_KEY_SECRET}: variables of the service stay in the"
                + " service"),
        Arguments.of("a: 1\na: 2", "a.yaml:2: a is written twice, first in line 1"),
        Arguments.of(
            "x: [",
            "a.yaml:1: cannot be read as YAML: expected the node content, but found '<stream"
                + " end>'"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void everyMistakeIsNamedWithItsLine(String text, String error) {
    assertThat(ReadFiles.errors(text)).contains(error);
  }

  @Test
  void allMistakesOfAllFilesAreNamedAtOnceInOrder() {
    assertThat(
            ReadFiles.errors(
                new SourceFile("b.yaml", "monitors:\n- id: a\n  tag: x\n- id: b\n  urll: x\n"),
                new SourceFile("a.yaml", "groups: 1\n"),
                new SourceFile("c.yaml", "a: b: c\n")))
        .satisfiesExactly(
            one -> assertThat(one).startsWith("a.yaml:1: "),
            one -> assertThat(one).startsWith("b.yaml:3: "),
            one -> assertThat(one).startsWith("b.yaml:5: "),
            one -> assertThat(one).startsWith("c.yaml:1: "));
  }

  @Test
  void filesReferToEachOtherInAnyOrder() {
    ParsedProject read =
        ReadFiles.read(
            new SourceFile(
                "monitors.yaml",
                """
                project: shop
                monitors:
                  - id: home
                    url: https://example.com/
                    group: web
                    alertChannels: [ops]
                    triggerIncident: {service: web, severity: MAJOR, name: Down, description: x, notifySubscribers: true}
                """),
            new SourceFile(
                "groups.json", "{\n\t\"groups\": [{\"name\": \"Web\"}],\n\t\"name\": \"Shop\"\n}"),
            new SourceFile(
                "rest.yml",
                """
                services: [{name: Web}]
                channels: [{id: ops, type: EMAIL, config: {address: ops@example.com}}]
                pages: [{name: Main, url: main, cards: [{name: Public, services: [web]}]}]
                """));
    assertThat(read.manifest().logicalId()).isEqualTo("shop");
    assertThat(read.manifest().name()).isEqualTo("Shop");
    JsonNode monitor = ReadFiles.resource(read, "check", "home").payload();
    assertThat(monitor.at("/groupId/ref").asText()).isEqualTo("web");
    assertThat(monitor.at("/triggerIncident/serviceId/ref").asText()).isEqualTo("web");
    assertThat(monitor.at("/request/url").asText()).isEqualTo("https://example.com/");
    assertThat(monitor.at("/checkType").asText()).isEqualTo("URL");
    assertThat(monitor.at("/name").asText()).isEqualTo("home");
    assertThat(
            ReadFiles.resource(read, "status-page", "main")
                .payload()
                .at("/cards/0/services/0/ref")
                .asText())
        .isEqualTo("web");
  }

  @Test
  void aHeartbeatMonitorMakesNoRuns() {
    ParsedProject read =
        ReadFiles.read(
            """
            groups:
              - name: Jobs
                frequency: EVERY_5M
                locations: [eu-west-1]
                monitors:
                  - id: backup
                    checkType: HEARTBEAT
                    heartbeat: {cron: 30 2 * * *, timezone: Europe/Berlin, grace: 1, graceUnit: hours}
            """);
    assertThat(read.isSound()).isTrue();
    JsonNode monitor = ReadFiles.resource(read, "check", "backup").payload();
    assertThat(monitor.has("frequency")).isFalse();
    assertThat(monitor.at("/heartbeat/cron").asText()).isEqualTo("30 2 * * *");
    assertThat(monitor.at("/heartbeat/grace").asInt()).isEqualTo(1);
  }

  @Test
  void aViolationIsTurnedBackIntoItsPlace() {
    ParsedProject read =
        ReadFiles.read(
            """
            groups:
              - name: Web
                frequency: EVERY_10S
                monitors:
                  - id: home
                    url: nonsense
                  - id: bare
                    request:
                      assertions:
                        - {source: STATUS_CODE, target: 200}
            """);
    assertThat(ReadFiles.explained(read, "check", "home", "/request/url"))
        .isEqualTo("a.yaml:6: groups[0].monitors[0].url must be good");
    assertThat(ReadFiles.explained(read, "check", "home", "/frequency"))
        .isEqualTo("a.yaml:3: groups[0].frequency must be good");
    assertThat(ReadFiles.explained(read, "check", "home", "/frequencyOffset"))
        .isEqualTo("a.yaml:3: groups[0].frequency must be good");
    assertThat(ReadFiles.explained(read, "check", "home", "/degradedResponseTime"))
        .isEqualTo("a.yaml:5: groups[0].monitors[0].degradedResponseTime must be good");
    assertThat(ReadFiles.explained(read, "check", "bare", "/request/assertions/0/target"))
        .isEqualTo("a.yaml:10: groups[0].monitors[1].request.assertions[0].target must be good");
    assertThat(ReadFiles.explained(read, "check", "bare", "/request/url"))
        .isEqualTo("a.yaml:8: groups[0].monitors[1].request.url must be good");
    assertThat(ReadFiles.explained(read, "check-group", "web", ""))
        .isEqualTo("a.yaml:2: groups[0] must be good");
  }

  @Test
  void variablesBecomeWhatTheMemberTakes() {
    JsonNode monitor =
        ReadFiles.monitor(
            """
            monitors:
              - id: home
                url: https://a:${PORT}/$${PORT}
                maxResponseTime: ${PORT}
                tags: ["${TOKEN}", "${PORT}"]
                description: ${PORT}
            """);
    assertThat(monitor.at("/request/url").asText()).isEqualTo("https://a:8443/${PORT}");
    assertThat(monitor.get("maxResponseTime").isNumber()).isTrue();
    assertThat(monitor.get("tags").toString()).isEqualTo("[\"s3cret\",\"8443\"]");
    assertThat(monitor.get("description").isTextual()).isTrue();
  }

  @Test
  void anchorsAndMergeKeysAreUnderstood() {
    JsonNode monitor =
        ReadFiles.monitor(
            """
            x-slow: &slow {frequency: EVERY_1H, tags: [slow]}
            monitors:
              - {<<: *slow, id: home, url: 'http://a/', tags: [own]}
            """);
    assertThat(monitor.get("frequency").asInt()).isEqualTo(60);
    assertThat(monitor.get("tags").toString()).isEqualTo("[\"own\"]");
  }

  @Test
  void aliasesOfAliasesEndAtABound() {
    StringBuilder text = new StringBuilder("x-0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
    for (int i = 1; i < 10; i++) {
      String before = "*a" + (i - 1);
      text.append("x-%d: &a%d [%s]\n".formatted(i, i, (before + ", ").repeat(9) + before));
    }
    assertThat(ReadFiles.errors(text.toString()))
        .singleElement()
        .asString()
        .contains("has more values");
    assertThat(ReadFiles.errors("x-a: &a [*a]")).singleElement().asString().contains("has more");
  }

  @Test
  void wordsThatOlderYamlTookForTruthsStayWords() {
    JsonNode monitor =
        ReadFiles.monitor("monitors: [{id: home, name: yes, tags: [on, 010, 12:30]}]");
    assertThat(monitor.get("name").asText()).isEqualTo("yes");
    assertThat(monitor.get("tags").toString()).isEqualTo("[\"on\",\"010\",\"12:30\"]");
  }
}
