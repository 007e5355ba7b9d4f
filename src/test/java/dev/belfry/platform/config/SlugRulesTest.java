package dev.belfry.platform.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract 2.4: 1 to 30 letters, digits, hyphens; not like a region name. */
class SlugRulesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "office",
        "Head-Office-2",
        "123456789012345678901234567890",
        "eu-west",
        "us-east1",
        "eu-west-1-rack",
        "us-office-1"
      })
  void acceptsNames(String slug) {
    assertThat(SlugRules.problem(slug)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1234567890123456789012345678901",
        "head office",
        "büro",
        "office\n",
        "a_b",
        "eu-west-1",
        "EU-WEST-1",
        "us-gov-east-1",
        "cn-north-12",
        "all",
        "None",
        "default"
      })
  void refusesOthers(String slug) {
    assertThat(SlugRules.problem(slug))
        .hasValueSatisfying(words -> assertThat(words).startsWith("must "));
  }

  @Test
  void noRegionIsASlug() {
    assertThat(Region.ids()).hasSize(22).allMatch(id -> SlugRules.problem(id).isPresent());
  }
}
