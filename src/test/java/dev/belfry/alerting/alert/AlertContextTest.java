package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.EffectiveSettings;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Links of alerts lead to the monitor in the console. */
class AlertContextTest {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final UUID ID = UUID.randomUUID();
  private static final String PATH = "/console/monitors/" + ID;

  private static CheckContext check() throws IOException {
    return new CheckContext(
        ID,
        UUID.randomUUID(),
        CheckSettings.of(
            (ObjectNode)
                MAPPER.readTree(
                    "{\"name\":\"Shop\",\"checkType\":\"URL\","
                        + "\"request\":{\"url\":\"https://example.com/\"}}")),
        EffectiveSettings.read("{\"locations\":[],\"private_locations\":[],\"tags\":[]}"),
        null,
        1,
        false,
        List.of(),
        0,
        false,
        ParentState.NONE,
        null);
  }

  private static AlertStep step(AlertType type) {
    return new AlertStep(AlertState.WELL, type, 0);
  }

  private static String link(String context) throws IOException {
    return MAPPER.readTree(context).path("RESULT_LINK").asText();
  }

  @Test
  void leadBelowThePublicAddressForRunsAndCertificates() throws IOException {
    AlertContext texts = new AlertContext("https://belfry.example.org");
    assertThat(link(texts.of(check(), step(AlertType.ALERT_FAILURE), null)))
        .isEqualTo("https://belfry.example.org" + PATH);
    assertThat(link(texts.ofCertificate(check(), 3)))
        .isEqualTo("https://belfry.example.org" + PATH);
  }
}
