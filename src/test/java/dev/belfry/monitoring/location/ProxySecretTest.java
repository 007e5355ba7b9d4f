package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.seal.Sealer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxySecretTest {
  private static final UUID ACCOUNT = new UUID(1, 1);
  private static final UUID LOCATION = new UUID(1, 2);

  private final ProxySecret proxies = new ProxySecret(Sealer.of(List.of("any secret at all")));

  @ParameterizedTest
  @CsvSource({
    "http://proxy:3128, http://proxy:3128",
    "proxy, proxy",
    "http://u:p@proxy:3128, http://u:****@proxy:3128",
    "http://u:p@ss:w/rd@proxy, http://u:****@proxy",
    "u:p@proxy, u:****@proxy",
    "http://:p@proxy, http://:****@proxy",
    "http://token@proxy, http:****@proxy",
  })
  void showsAMaskForThePassword(String address, String shown) {
    String stored = proxies.sealed(ACCOUNT, LOCATION, address);
    assertThat(stored).isNotNull();
    assertThat(stored.equals(address)).isEqualTo(address.equals(shown));
    assertThat(proxies.shown(ACCOUNT, LOCATION, stored)).isEqualTo(shown);
    assertThat(proxies.unsealed(ACCOUNT, LOCATION, stored)).isEqualTo(address);
    assertThat(ProxySecret.isMasked(shown)).isEqualTo(!address.equals(shown));
    assertThat(ProxySecret.completed(shown, address)).isEqualTo(address);
  }

  @Test
  void showsNothingOfWhatItCannotUnseal() {
    String foreign = new ProxySecret(Sealer.of(List.of("lost"))).sealed(ACCOUNT, LOCATION, "u:p@h");
    assertThat(proxies.shown(ACCOUNT, LOCATION, foreign)).isNull();
    assertThat(ProxySecret.completed("http://v:****@other", "http://u:p@h"))
        .isEqualTo("http://v:p@other");
  }
}
