package dev.belfry.engine.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.guard.Host;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class AddressTextTest {
  private static InetSocketAddress address(String text, int port) throws Exception {
    return new InetSocketAddress(InetAddress.getByName(text), port);
  }

  @Test
  void anAddressHasAPortUnlessItsProtocolHasNone() throws Exception {
    assertThat(AddressText.of(address("203.0.113.7", 443))).isEqualTo("203.0.113.7:443");
    assertThat(AddressText.of(address("2001:db8::7", 443))).isEqualTo("[2001:db8::7]:443");
    assertThat(AddressText.of(address("203.0.113.7", 0))).isEqualTo("203.0.113.7");
    assertThat(AddressText.of(address("2001:db8::7", 0))).isEqualTo("2001:db8::7");
  }

  @Test
  void aHostIsNamedWithItsAddressUnlessItIsOne() throws Exception {
    Host name = Host.ofName("e.org");
    Host literal = Host.ofName("203.0.113.7");
    assertThat(AddressText.of(name, null)).isEqualTo("e.org");
    assertThat(AddressText.of(name, address("203.0.113.7", 25)))
        .isEqualTo("e.org (203.0.113.7:25)");
    assertThat(AddressText.of(literal, address("203.0.113.7", 25))).isEqualTo("203.0.113.7:25");
  }
}
