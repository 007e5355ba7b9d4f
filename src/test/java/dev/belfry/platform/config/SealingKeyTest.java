package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SealingKeyTest {
  private static final String FIRST = "first-key-of-32-characters-12345";
  private static final String SECOND = "second-key-of-32-characters-1234";

  private static Config load(String keys) {
    return ConfigLoader.load(Map.of("BELFRY_SEALING_KEY", keys), Path.of("target"));
  }

  @Test
  void isAListOfWhichTheFirstSeals() {
    Config config = load(FIRST + ", " + SECOND);
    assertThat(config.keys().sealing()).containsExactly(new Secret(FIRST), new Secret(SECOND));
    assertThat(config.toString()).doesNotContain("-key-of-");
    assertThat(load("").keys().sealing()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"short", FIRST + ",short", ","})
  void isLongEnough(String keys) {
    ConfigException failure = catchThrowableOfType(ConfigException.class, () -> load(keys));
    assertThat(failure.problems())
        .containsExactly(
            "BELFRY_SEALING_KEY: must be one or more random keys of at least 32 characters each,"
                + " separated by commas");
  }
}
