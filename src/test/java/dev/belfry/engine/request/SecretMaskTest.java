package dev.belfry.engine.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretMaskTest {
  private static final SecretMask MASK = SecretMask.of(List.of("s3cret & \"more\"", "", "pin"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a s3cret & \"more\" b | a **** b",
        "?t=s3cret+%26+%22more%22 | ?t=****",
        "?t=s3cret%20%26%20%22more%22 | ?t=****",
        "{\"t\":\"s3cret & \\\"more\\\"\"} | {\"t\":\"****\"}",
        "pinpin | ********",
        "nothing of the kind | nothing of the kind",
      })
  void hidesASecretHoweverItIsWritten(String text, String hidden) {
    assertThat(MASK.hide(text)).isEqualTo(hidden);
  }

  @Test
  void hidesTheLongerOfTwoThatOverlap() {
    assertThat(SecretMask.of(List.of("abc", "abcdef")).hide("abcdef abc")).isEqualTo("**** ****");
  }

  @Test
  void hidesTheBeginningOfASecretAtTheEndOfATextThatMayBeCut() {
    SecretMask mask = SecretMask.of(List.of("0123456789"));
    String long1 = "x".repeat(994) + "012345";
    assertThat(mask.hide(long1)).isEqualTo("x".repeat(994) + "****");
    assertThat(mask.hide("x".repeat(998) + "01")).endsWith("x01");
    assertThat(mask.hide("short 012345")).isEqualTo("short 012345");
  }

  @Test
  void hidesInEveryTextOfADocumentAndKeepsTheRest() {
    ObjectNode document =
        JsonText.parse(
            "{\"pin\":1,\"list\":[[\"X-Key\",\"a pin\"],{\"deep\":\"pin\"}],\"no\":null,\"n\":2.5}");
    MASK.hideIn(document);
    assertThat(document)
        .isEqualTo(
            JsonText.parse(
                "{\"pin\":1,\"list\":[[\"X-Key\",\"a ****\"],{\"deep\":\"****\"}],\"no\":null,\"n\":2.5}"));
  }

  @Test
  void withoutSecretsChangesNothing() {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("a", "b");
    SecretMask.of(List.of("")).hideIn(document);
    assertThat(document.get("a").asText()).isEqualTo("b");
    assertThat(SecretMask.of(List.of(""))).isSameAs(SecretMask.NONE);
    assertThat(MASK).asString().doesNotContain("s3cret");
  }
}
