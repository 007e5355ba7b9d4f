package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code BELFRY_LOCATIONS}. */
class LocationListTest {
  @Test
  void isAnyMixOfPublicAndPrivateLocations() {
    assertThat(read("office,all")).hasSize(23).startsWith("office", "us-east-1");
    assertThat(read("office, eu-west-1,office")).containsExactly("office", "eu-west-1");
    assertThat(read("Office-2")).containsExactly("Office-2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eu-west-9",
        "head office",
        "all, default",
        "all, none",
        "a-slug-that-is-longer-than-thirty-characters"
      })
  void hasNoOtherNames(String text) {
    assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> read(text));
  }

  private static Set<String> read(String text) {
    return ConfigLoader.load(Map.of("BELFRY_LOCATIONS", text), Path.of("target"))
        .probe()
        .locations();
  }
}
