package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.config.ConfigLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriptionLinksTest {
  private static final UUID ID = UUID.fromString("f04d7a13-8c62-4b9e-b5f1-27a6e9c08d34");

  @Test
  void linksBeginWithThePublicAddress() {
    SubscriptionLinks links = links(Map.of("BELFRY_PUBLIC_URL", "https://status.example.org"));
    assertThat(links.page("acme", null)).isEqualTo("https://status.example.org/status/acme");
    assertThat(links.page("acme", "up.acme.example")).isEqualTo("https://up.acme.example");
    assertThat(links.confirm(ID))
        .matches("https://status\\.example\\.org/v1/subscriptions/[\\w-]{64}/confirm");
    assertThat(links.unsubscribe(ID))
        .matches("https://status\\.example\\.org/v1/subscriptions/[\\w-]{64}/unsubscribe");
  }

  @ParameterizedTest
  @CsvSource({"0.0.0.0,localhost", "127.0.0.1,127.0.0.1", "::1,[::1]", "::,localhost"})
  void withoutOneTheyBeginWithWhereTheServiceListens(String host, String shown) {
    SubscriptionLinks links = links(Map.of("BELFRY_HTTP_HOST", host, "BELFRY_HTTP_PORT", "8090"));
    assertThat(links.page("acme", null)).isEqualTo("http://" + shown + ":8090/status/acme");
  }

  private static SubscriptionLinks links(Map<String, String> environment) {
    return SubscriptionLinks.of(
        ConfigLoader.load(environment, Path.of("target")), List.of("secret"));
  }
}
