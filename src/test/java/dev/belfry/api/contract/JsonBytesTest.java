package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBytesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "plain", "\"quoted\"", "a\\b", "line\nbreak", "Größe", "日本", "😀", "\u007f"})
  void aStringIsEscapedAsTheLibraryDoes(String value) throws Exception {
    String expected = new com.fasterxml.jackson.databind.ObjectMapper().writeValueAsString(value);
    assertThat(new JsonBytes(1).string(value).toString()).isEqualTo(expected);
  }

  @Test
  void namesAreSeparated() {
    JsonBytes text = new JsonBytes(1).symbol('{');
    text.name("a", true).plain("1").name("b", false).string("é").symbol('}');
    assertThat(text).hasToString("{\"a\":1,\"b\":\"é\"}");
  }

  @Test
  void rawTextStaysAsItIs() {
    JsonBytes text = new JsonBytes(4);
    List.of("[", "\"ü\"", ",", "\"\\u0041\"", "]").forEach(text::raw);
    assertThat(text).hasToString("[\"ü\",\"\\u0041\"]");
  }
}
