package dev.belfry.api.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.http.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolCatalogTest {
  private static final ToolCatalog TOOLS = ToolCatalog.of(Contract.load());

  @Test
  void hasOperationsForAssistantsAndNoOthers() {
    List<String> names = TOOLS.all().stream().map(Tool::name).toList();
    assertThat(names)
        .contains("readCheck", "listCheckResults", "previewAlerts", "updateUrlMonitor")
        .doesNotContain(
            "sendMcpMessage", "followEvents", "showStatusPage", "createApiKey", "readSession")
        .doesNotContain("readPrometheusMetrics", "deployProject", "createPrivateLocationKey")
        .allMatch(name -> name.matches("[A-Za-z0-9_-]{1,64}"));
  }

  @Test
  void describesEachToolCompletely() {
    for (Tool tool : TOOLS.all()) {
      JsonNode definition = JsonText.parse(tool.definition());
      assertThat(definition.path("description").asText()).as(tool.name()).isNotBlank();
      assertThat(definition.at("/annotations/readOnlyHint").asBoolean())
          .as(tool.name())
          .isEqualTo(!tool.operation().writes());
      JsonNode schema = definition.path("inputSchema");
      assertThat(schema.path("type").asText()).isEqualTo("object");
      assertThat(schema.findValuesAsText("$ref"))
          .as(tool.name())
          .allSatisfy(target -> assertThat(schema.at(target.substring(1)).isObject()).isTrue());
      assertThat(tool.definition()).doesNotContain("{\"x-", ",\"x-", "#/components/");
    }
  }
}
