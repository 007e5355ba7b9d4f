package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditRetentionSettingTest {
  private static Duration retention(Map<String, String> environment) {
    return ConfigLoader.load(environment, Path.of("target")).audit().retention();
  }

  @Test
  void isAYearUnlessItIsSet() {
    assertThat(retention(Map.of())).isEqualTo(Duration.ofDays(365));
    assertThat(retention(Map.of("BELFRY_AUDIT_RETENTION", "3650d")))
        .isEqualTo(Duration.ofDays(3650));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0d", "3651d", "P365D", "365"})
  void isANumberOfDays(String value) {
    assertThatThrownBy(() -> retention(Map.of("BELFRY_AUDIT_RETENTION", value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("BELFRY_AUDIT_RETENTION: must be a number of days");
  }
}
