package dev.belfry.projects.files;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.ContractDocument;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectiveEntriesTest {
  private static final String GUID = "3f6a1c52-8d0e-4b7a-9a41-5c2f7d9e1b30";

  private static ObjectNode objective(String text, String id) {
    return ReadFiles.resource(ReadFiles.read(text), "objective", id).payload();
  }

  @Test
  void namesItsSubjectAndChannels() {
    String text =
        """
        monitors:
        - id: home
        groups:
        - id: web
        channels:
        - id: ops
          type: EMAIL
        objectives:
        - name: Home page
          monitor: home
          target: 99.9
          alertChannels:
          - ops
          - {id: 7, activated: false}
        - {id: all, name: All, group: web, target: 99, windowDays: 7}
        - {id: other, name: Other, monitor: %s, target: 99}
        - {id: old, name: Old, group: 4, target: 99}
        - {id: tagged, name: Tagged, tag: prod, target: 99}
        """
            .formatted(GUID);
    assertThat(objective(text, "home-page"))
        .hasToString(
            "{\"name\":\"Home page\",\"target\":99.9,\"checkId\":{\"ref\":\"home\"},"
                + "\"groupId\":null,\"alertChannelSubscriptions\":["
                + "{\"alertChannelId\":{\"ref\":\"ops\"},\"activated\":true},"
                + "{\"alertChannelId\":{\"ref\":\"alert-channel-7\"},\"activated\":false}]}");
    assertThat(objective(text, "all"))
        .hasToString(
            "{\"name\":\"All\",\"target\":99,\"windowDays\":7,\"checkId\":null,"
                + "\"groupId\":{\"ref\":\"web\"},\"alertChannelSubscriptions\":[]}");
    assertThat(objective(text, "other").at("/checkId/ref").asText()).isEqualTo("check-" + GUID);
    assertThat(objective(text, "old").at("/groupId/ref").asText()).isEqualTo("check-group-4");
    assertThat(objective(text, "tagged"))
        .hasToString(
            "{\"name\":\"Tagged\",\"tag\":\"prod\",\"target\":99,\"checkId\":null,"
                + "\"groupId\":null,\"alertChannelSubscriptions\":[]}");
    ParsedProject read = ReadFiles.read(text);
    assertThat(ReadFiles.explained(read, "objective", "home-page", "/target"))
        .isEqualTo("a.yaml:11: objectives[0].target must be good");
    assertThat(ReadFiles.explained(read, "objective", "home-page", "/checkId"))
        .isEqualTo("a.yaml:10: objectives[0].monitor must be good");
    assertThat(
            ReadFiles.explained(
                read, "objective", "home-page", "/alertChannelSubscriptions/1/activated"))
        .isEqualTo("a.yaml:14: objectives[0].alertChannels[1].activated must be good");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "target: 99 | a.yaml:4: objectives[0] must have a monitor, a group or a tag",
        "{monitor: home, group: web} | a.yaml:5: objectives[0].group must be absent beside monitor",
        "{monitor: home, tag: web} | a.yaml:5: objectives[0].tag must be absent beside monitor",
        "{group: web, tag: web} | a.yaml:5: objectives[0].tag must be absent beside group",
        "monitor: hom | a.yaml:5: objectives[0].monitor: no file has the monitor hom"
            + " (did you mean home?)",
        "checkId: 1 | a.yaml:5: objectives[0].checkId is not known",
        "alertChannels: ops | a.yaml:5: objectives[0].alertChannels must be a list of channels",
      })
  void saysWhatIsWrong(String member, String error) {
    String members = member.startsWith("{") ? "<<: " + member : member;
    assertThat(ReadFiles.errors("monitors:\n- id: home\nobjectives:\n- id: a\n  " + members))
        .contains(error);
  }

  @Test
  void isExportedByName() {
    ObjectNode home =
        JsonText.parse("{\"name\":\"Home\",\"request\":{\"url\":\"https://e.org/\"}}");
    ObjectNode ops = JsonText.parse("{\"type\":\"EMAIL\",\"config\":{\"address\":\"a@e.org\"}}");
    ObjectNode objective =
        JsonText.parse(
            """
            {"name":"Pages","description":null,"checkId":"a","groupId":null,"target":99.9,
             "windowDays":30,"alertChannelSubscriptions":[{"alertChannelId":1,"activated":true},
             {"alertChannelId":2,"activated":false}]}""");
    ObjectNode other =
        JsonText.parse(
            """
            {"name":"Zoo","description":"d","checkId":null,"groupId":9,"tag":null,"target":99,
             "windowDays":7,"alertChannelSubscriptions":[]}""");
    ObjectNode tagged =
        JsonText.parse(
            """
            {"name":"All","description":null,"checkId":null,"groupId":null,"tag":"prod",
             "target":99,"windowDays":30,"alertChannelSubscriptions":[]}""");
    assertThat(
            ExportFile.of(
                    List.of(
                        new StoredResource(ResourceType.CHECK, "a", "home", home, home),
                        new StoredResource(ResourceType.ALERT_CHANNEL, "1", "ops", ops, ops),
                        new StoredResource(ResourceType.ALERT_CHANNEL, "2", "dev", ops, ops),
                        new StoredResource(ResourceType.OBJECTIVE, "5", null, objective, objective),
                        new StoredResource(ResourceType.OBJECTIVE, "4", null, tagged, tagged),
                        new StoredResource(ResourceType.OBJECTIVE, "6", null, other, other)),
                    ContractDocument.read().schemas())
                .text())
        .endsWith(
            """
            objectives:
              - id: "all"
                name: "All"
                tag: "prod"
                target: 99
              - id: "pages"
                name: "Pages"
                target: 99.9
                monitor: "home"
                alertChannels:
                  - "ops"
                  - id: "dev"
                    activated: false
              - id: "zoo"
                name: "Zoo"
                description: "d"
                target: 99
                windowDays: 7
                group: "9"
            """);
  }
}
