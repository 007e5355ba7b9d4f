package dev.belfry.monitoring.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.config.ConfigLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PingLinksTest {
  private static final UUID MONITOR = UUID.fromString("7e2c8a14-5d63-4b0f-a9c1-3e8f6b2d9a70");

  private static PingLinks links(String... secrets) {
    return PingLinks.of(
        ConfigLoader.load(
            Map.of("BELFRY_PUBLIC_URL", "https://belfry.example.com"), Path.of("target")),
        List.of(secrets));
  }

  @Test
  void aTokenLeadsToItsMonitorAndNothingElseDoes() {
    PingLinks links = links("one");
    String token = links.token(MONITOR);

    assertThat(token).matches("[A-Za-z0-9_-]{64}");
    assertThat(links.url(token)).isEqualTo("https://belfry.example.com/ping/" + token);
    assertThat(links.verify(token)).contains(MONITOR);
    for (int i = 0; i < token.length() - 1; i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String forged = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(links.verify(forged)).as("%d", i).isEmpty();
    }
    for (String wrong : List.of("", "x", token + "A", token.substring(1), "ä".repeat(64))) {
      assertThat(links.verify(wrong)).isEmpty();
    }
  }

  @Test
  void aTokenStaysValidWhenASecretIsRotated() {
    String token = links("old").token(MONITOR);

    assertThat(links("new", "old").verify(token)).contains(MONITOR);
    assertThat(links("new").verify(token)).isEmpty();
  }
}
