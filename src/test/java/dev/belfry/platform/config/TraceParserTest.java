package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceParserTest {
  private static Config.Traces traces(Map<String, String> environment) {
    return ConfigLoader.load(environment, Path.of("target")).traces();
  }

  @Test
  void exportsNothingByDefault() {
    assertThat(traces(Map.of())).isEqualTo(new Config.Traces(null, Map.of(), "belfry", 1));
  }

  @ParameterizedTest
  @CsvSource({
    "http://collector:4318, http://collector:4318/v1/traces",
    "http://collector:4318/, http://collector:4318/v1/traces",
    "https://e.org/otlp/traces, https://e.org/otlp/traces"
  })
  void anAddressWithoutAPathGetsTheUsualOne(String written, String address) {
    assertThat(traces(Map.of("BELFRY_TRACES_ENDPOINT", written)).endpoint()).hasToString(address);
  }

  @Test
  void readsHeadersAndShowsNone() {
    Config.Traces traces =
        traces(Map.of("BELFRY_TRACES_HEADERS", "Authorization=Basic YTpi==, x-scope = a b"));
    assertThat(traces.headers())
        .containsExactly(
            Map.entry("Authorization", new Secret("Basic YTpi==")),
            Map.entry("x-scope", new Secret("a b")));
    assertThat(traces.toString()).doesNotContain("YTpi", "a b");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          BELFRY_TRACES_HEADERS           | Authorization=Basic YTpi=,x-team = a b
          BELFRY_TRACES_SERVICE           | Belfry at home
          BELFRY_TRACES_SAMPLE            | 0
          BELFRY_TRACES_SAMPLE            | .25
          BELFRY_TRACES_SAMPLE            | 1.0
          """)
  void accepts(String variable, String value) {
    assertThat(traces(Map.of(variable, value))).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          BELFRY_TRACES_ENDPOINT          | collector:4317
          BELFRY_TRACES_ENDPOINT          | http://me:pass@collector:4318
          BELFRY_TRACES_HEADERS           | Authorization
          BELFRY_TRACES_HEADERS           | a b=c
          BELFRY_TRACES_HEADERS           | a=ü
          BELFRY_TRACES_SERVICE           | a{b}
          BELFRY_TRACES_SAMPLE            | 1.1
          BELFRY_TRACES_SAMPLE            | 10%
          BELFRY_TRACES_SAMPLE            | NaN
          """)
  void refuses(String variable, String value) {
    assertThatThrownBy(() -> traces(Map.of(variable, value)))
        .isInstanceOfSatisfying(
            ConfigException.class,
            refusal ->
                assertThat(refusal.problems())
                    .singleElement()
                    .asString()
                    .startsWith(variable + ": must "));
  }
}
