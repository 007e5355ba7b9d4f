package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The certificate and the key of the API: both or none. */
class TlsConfigTest {
  private static final String BOTH =
      "BELFRY_TLS_CERTIFICATE and BELFRY_TLS_KEY: must both be set, or none of them";

  @TempDir private Path directory = Path.of("");

  @Test
  void takesBoth() {
    Map<String, String> pair =
        Map.of("BELFRY_TLS_CERTIFICATE", "tls.crt", "BELFRY_TLS_KEY", "/etc/belfry/tls.key");
    assertThat(ConfigLoader.load(pair, directory).http().tls())
        .isEqualTo(new Config.Tls(directory.resolve("tls.crt"), Path.of("/etc/belfry/tls.key")));
  }

  @Test
  void takesNone() {
    assertThat(ConfigLoader.load(Map.of(), directory).http().tls()).isNull();
  }

  @Test
  void doesNotTakeOne() {
    for (String variable : List.of("BELFRY_TLS_CERTIFICATE", "BELFRY_TLS_KEY")) {
      assertThatThrownBy(() -> ConfigLoader.load(Map.of(variable, "a.pem"), directory))
          .isInstanceOfSatisfying(
              ConfigException.class,
              failure -> assertThat(failure.problems()).containsExactly(BOTH));
    }
  }
}
