package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientAddressTest {
  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, 192.0.2.7",
    "::ffff:192.0.2.7, 192.0.2.7",
    "2001:db8:1:2300::1, 20010db8000123/56",
    "2001:db8:1:23ff:ffff:ffff:ffff:ffff, 20010db8000123/56",
    "2001:db8:1:2400::1, 20010db8000124/56",
    "fe80::1%eth0, fe800000000000/56",
    "'', ''",
    "unknown, unknown"
  })
  void countsTheNetworksOfIpv6AndTheAddressesOfIpv4(String address, String network) {
    assertThat(ClientAddress.network(address)).isEqualTo(network);
  }
}
