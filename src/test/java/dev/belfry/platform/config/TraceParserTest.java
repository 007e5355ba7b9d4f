package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

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
}
