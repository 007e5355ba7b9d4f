package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which media types are JSON in UTF-8. */
class BodyReaderTest {
  private static boolean isTaken(String type) {
    return BodyReader.isUtf8("application/json", type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        " Application/JSON ",
        "application/json;charset=utf-8",
        "application/json; charset=\"UTF-8\"; profile=latin1",
        "application/json; charset = utf8",
        "application/json;",
        "application/json; profile=\"charset\"",
      })
  void takes(String type) {
    assertThat(isTaken(type)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "text/plain",
        "text/json; charset=utf-8",
        "application/json; charset=latin1",
        "application/json; charset=latin1; x=utf-8",
        "application/json; charset=utf-8; charset=latin1",
        "application/json; charset=",
        "application/json; charset",
      })
  void refuses(String type) {
    assertThat(isTaken(type)).isFalse();
  }
}
