package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.statuspages.domain.DomainPolicies;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublicPageIndexTest {
  private final PublicPageIndex addresses = new PublicPageIndex(DomainPolicies.usual());

  @Test
  void neverLeadsAHostOfTheServiceToAPage() {
    addresses.replace(
        Map.of(
            "a", Optional.of("belfry.example.com"),
            "b", Optional.of("api.example.com"),
            "c", Optional.of("localhost"),
            "d", Optional.of("status.example.com")));
    assertThat(addresses.prefix("belfry.example.com")).isNull();
    assertThat(addresses.prefix("api.example.com")).isNull();
    assertThat(addresses.prefix("localhost")).isNull();
    assertThat(addresses.prefix("status.example.com")).isEqualTo("/status/d");
    assertThat(addresses.mayHave("a")).isTrue();
  }

  @Test
  void aPageMayBeThereAsLongAsNothingIsKnown() {
    assertThat(addresses.areKnown()).isFalse();
    assertThat(addresses.mayHave("any")).isTrue();
    assertThat(addresses.some(3)).isEmpty();
    assertThat(addresses.none()).isTrue();
  }

  @Test
  void knowsPagesAndTheirDomains() {
    addresses.replace(Map.of("plain", Optional.empty(), "own", Optional.of("status.example.com")));
    assertThat(addresses.areKnown()).isTrue();
    assertThat(addresses.mayHave("plain")).isTrue();
    assertThat(addresses.mayHave("other")).isFalse();
    assertThat(addresses.some(1)).hasSize(1);
    assertThat(addresses.some(9)).containsExactlyInAnyOrder("plain", "own");
    assertThat(addresses.none()).isFalse();
    assertThat(addresses.prefix("status.example.com")).isEqualTo("/status/own");
    assertThat(addresses.prefix("example.com")).isNull();
  }

  @Test
  void forgetsWhatIsNoLongerThere() {
    addresses.replace(Map.of("own", Optional.of("status.example.com")));
    addresses.replace(Map.of("plain", Optional.empty()));
    assertThat(addresses.mayHave("own")).isFalse();
    assertThat(addresses.none()).isTrue();
    assertThat(addresses.prefix("status.example.com")).isNull();
  }
}
