package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** Facts that the journey of each generated client prints. */
final class GeneratedClientFacts {
  private GeneratedClientFacts() {}

  /** A monitor and an incident were made, read and changed; an update keeps what it leaves out. */
  static void require(JsonNode facts) {
    assertThat(facts.path("read").asText()).isEqualTo("Front page");
    assertThat(facts.path("updated").asText()).isEqualTo("Shop");
    assertThat(facts.at("/tags/0").asText()).isEqualTo("shop");
    assertThat(facts.path("resolved").asText()).isEqualTo("RESOLVED");
    assertThat(facts.at("/incidents/0")).isEqualTo(facts.path("incident"));
    assertThat(facts.path("refused").asInt()).isEqualTo(400);
    assertThat(facts.path("message").asText()).contains("name");
  }
}
