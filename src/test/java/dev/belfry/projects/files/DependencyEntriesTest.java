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

class DependencyEntriesTest {
  private static final String GUID = "3f6a1c52-8d0e-4b7a-9a41-5c2f7d9e1b30";

  @Test
  void namesMonitorsAndGroups() {
    String text =
        """
        monitors:
        - id: router
        - id: home
          dependsOn:
          - router
          - monitor: router
          - group: edge
          - group: 7
          - %s
        groups:
        - id: edge
        - id: web
          dependsOn: [router]
        """
            .formatted(GUID);
    assertThat(ReadFiles.monitor(text).get("dependsOn"))
        .hasToString(
            "[{\"checkId\":{\"ref\":\"router\"}},{\"checkId\":{\"ref\":\"router\"}},"
                + "{\"groupId\":{\"ref\":\"edge\"}},{\"groupId\":{\"ref\":\"check-group-7\"}},"
                + "{\"checkId\":{\"ref\":\"check-"
                + GUID
                + "\"}}]");
    assertThat(ReadFiles.group(text).get("dependsOn"))
        .hasToString("[{\"checkId\":{\"ref\":\"router\"}}]");
    assertThat(ReadFiles.explained(ReadFiles.read(text), "check", "home", "/dependsOn/2/groupId"))
        .isEqualTo("a.yaml:7: monitors[1].dependsOn[2].group must be good");
    assertThat(ReadFiles.monitor("monitors:\n- id: home\n  dependsOn:").get("dependsOn")).isEmpty();
    assertThat(ReadFiles.monitor("monitors:\n- id: home").get("dependsOn"))
        .as("a file says everything")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "roter | a.yaml:3: monitors[0].dependsOn must be a list of monitors and groups",
        "[hom] | a.yaml:3: monitors[0].dependsOn[0]: no file has the monitor hom"
            + " (did you mean home?)",
        "[{group: web}] | a.yaml:3: monitors[0].dependsOn[0].group: no file has the group web",
        "[{check: a}] | a.yaml:3: monitors[0].dependsOn[0] must be the id of a monitor,"
            + " or an object of monitor or group",
      })
  void saysWhatIsWrong(String list, String error) {
    assertThat(ReadFiles.errors("monitors:\n- id: home\n  dependsOn: " + list))
        .containsExactly(error);
  }

  @Test
  void isExportedByName() {
    ObjectNode router = document("{\"name\":\"Router\"}");
    ObjectNode web = JsonText.parse("{\"name\":\"Web\",\"dependsOn\":[{\"checkId\":\"a\"}]}");
    ObjectNode home =
        document("{\"name\":\"Home\",\"dependsOn\":[{\"groupId\":7},{\"checkId\":\"a\"}]}");
    String file =
        ExportFile.of(
                List.of(
                    new StoredResource(ResourceType.CHECK, "a", "router", router, router),
                    new StoredResource(ResourceType.CHECK, "b", "home", home, home),
                    new StoredResource(ResourceType.CHECK_GROUP, "7", "web", web, web)),
                ContractDocument.read().schemas())
            .text();
    assertThat(file)
        .contains("    dependsOn:\n      - group: \"web\"\n      - \"router\"\n")
        .contains("    dependsOn:\n      - \"router\"\n");
  }

  private static ObjectNode document(String more) {
    return JsonText.parse(more)
        .put("checkType", "URL")
        .set("request", JsonText.parse("{\"url\":\"https://e.org/\"}"));
  }
}
