package dev.belfry.api.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContractDocumentTest {
  private static final byte[] YAML = "info: {title: Eins, version: 1.50}\n".getBytes(UTF_8);

  @Test
  void aPreparedDocumentIsReadAsTheYaml() {
    byte[] yaml = ContractDocument.yaml();
    ContractDocument parsed = ContractDocument.parse(yaml);
    byte[] prepared = PreparedContract.of(yaml, parsed.json());
    ContractDocument read = ContractDocument.of(yaml, prepared);
    assertThat(read.json()).isEqualTo(parsed.json());
    assertThat(read.document()).isEqualTo(parsed.document());
  }

  @Test
  void whatIsPreparedIsUsed() {
    byte[] prepared = PreparedContract.of(YAML, "{\"info\":\"prepared\"}".getBytes(UTF_8));
    assertThat(ContractDocument.of(YAML, prepared).document().path("info").asText())
        .isEqualTo("prepared");
  }

  @Test
  void theYamlIsReadWhenItWasChangedSince() {
    byte[] prepared = PreparedContract.of(YAML, "{\"info\":\"prepared\"}".getBytes(UTF_8));
    byte[] changed = new String(YAML, UTF_8).replace("Eins", "Zwei").getBytes(UTF_8);
    assertThat(ContractDocument.of(changed, prepared).document().at("/info/title").asText())
        .isEqualTo("Zwei");
  }

  @Test
  void theYamlIsReadWhenNothingIsPrepared() {
    assertThat(ContractDocument.of(YAML, null).document().at("/info/title").asText())
        .isEqualTo("Eins");
  }

  @Test
  void theYamlIsReadWhenNothingWholeIsPrepared() {
    assertThat(ContractDocument.of(YAML, new byte[3]).document().at("/info/title").asText())
        .isEqualTo("Eins");
  }
}
