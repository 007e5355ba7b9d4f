package dev.belfry.platform.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPolicyTest {
  /** On both sides of each special range, and addresses people really use. */
  private static final String HARMLESS =
      """
      1.0.0.0 1.1.1.1 8.8.8.8 9.9.9.9 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0
      126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 168.63.129.15
      168.63.129.17 191.255.255.255 192.0.1.0 192.0.3.0 192.31.196.1 192.52.193.1 192.88.98.255
      192.88.100.0 192.167.255.255 192.169.0.0 192.175.48.1 198.17.255.255 198.20.0.0 198.51.99.255
      198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 140.82.112.3 151.101.1.69 93.184.215.14
      2000::1 2001:200::1 2001:4860:4860::8888 2001:67c:4e8::1 2001:db7:ffff::1
      2001:db9::1 2003::1 2400:cb00::1 2606:4700:4700::1111 2607:f8b0::1 2620:fe::fe 2620:4f:8000::1
      2620:0:ccc::2 2800:3f0::1 2a00:1450:4009::200e 2a03:2880::1 2c0f:fb50::1 3ffe::1 3ffe:ffff::1
      2606:4700::5efe:808:808 2606:4700::200:5efe:101:101 2606:4700::5eff:7f00:1 64:ff9b::8.8.8.8
      64:ff9b::101:101 ::ffff:8.8.8.8
      """;

  @Test
  void letsNoneOfTwoHundredHarmlessAddressesBeRefused() {
    List<String> addresses = new ArrayList<>(List.of(HARMLESS.strip().split("\\s+")));
    IntStream.rangeClosed(1, 223)
        .filter(first -> first != 10 && first != 127)
        .forEach(first -> addresses.add(first + ".50.60.70"));

    assertThat(addresses).hasSizeGreaterThan(250);
    assertThat(addresses)
        .allSatisfy(
            address -> assertThat(AddressPolicy.INTERNET.refusal(address(address))).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, a private address (10.0.0.0/8)",
    "127.0.0.1, a loopback address (127.0.0.0/8)",
    "169.254.169.254, a metadata address of a cloud (169.254.169.254/32)",
    "169.254.1.1, a link-local address (169.254.0.0/16)",
    "::ffff:192.168.0.1, a private address (192.168.0.0/16)",
    "64:ff9b::10.0.0.1, a private address (10.0.0.0/8)",
    "2002:7f00:1::, a 6to4 address (2002::/16)",
    "2606:4700::5efe:7f00:1, a loopback address (127.0.0.0/8)",
    "::127.0.0.1, an IPv4-compatible address (::/96)",
    "fd12::1, a unique local address (fc00::/7)",
    "4000::1, a reserved address (::/0)",
    "64:ff9b::1:0:0, a reserved address (::/0)"
  })
  void saysWhichRangeIsForbidden(String address, String range) {
    assertThat(AddressPolicy.INTERNET.refusal(address(address)))
        .map(SpecialRange::toString)
        .contains(range);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.0.0.1",
        "127.0.0.1",
        "192.168.9.9",
        "172.20.0.1",
        "100.64.1.1",
        "::1",
        "fd00::1",
        "64:ff9b::10.0.0.1",
        "::ffff:127.0.0.1",
        "fd00::5efe:10.0.0.1",
        "8.8.8.8"
      })
  void opensPrivateAndLoopbackAddressesToAnOperatorWhoWantsThem(String address) {
    assertThat(new AddressPolicy(true, List.of()).refusal(address(address))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "100.100.100.200",
        "fd00:ec2::254",
        "0.0.0.0",
        "::",
        "224.0.0.1",
        "255.255.255.255",
        "240.0.0.1",
        "fe80::1",
        "ff02::1",
        "64:ff9b::169.254.169.254",
        "fd00::5efe:a9fe:a9fe",
        "2001:db8::1",
        "192.0.2.1"
      })
  void keepsTheRestClosedEvenThen(String address) {
    assertThat(new AddressPolicy(true, List.of()).refusal(address(address))).isPresent();
  }

  @Test
  void opensWhatIsOnTheListAndNothingBesides() {
    AddressPolicy policy =
        new AddressPolicy(
            false,
            List.of(
                Cidr.parse("10.1.0.0/16"), Cidr.parse("169.254.169.254"), Cidr.parse("fe80::/10")));

    assertThat(policy.refusal(address("10.1.255.255"))).isEmpty();
    assertThat(policy.refusal(address("::ffff:10.1.0.1"))).isEmpty();
    assertThat(policy.refusal(address("64:ff9b::10.1.0.1"))).isEmpty();
    assertThat(policy.refusal(address("169.254.169.254"))).isEmpty();
    assertThat(policy.refusal(address("fe80::1"))).isEmpty();
    assertThat(policy.refusal(address("10.2.0.0"))).isPresent();
    assertThat(policy.refusal(address("169.254.169.253"))).isPresent();
    assertThat(policy.refusal(address("::1"))).isPresent();
  }

  @Property
  void refusesWhateverTheJdkCallsLocal(@ForAll @Size(4) byte[] v4, @ForAll @Size(16) byte[] v6) {
    assertRefusedIfLocal(IpLiteral.address(v4));
    assertRefusedIfLocal(IpLiteral.address(v6));
    v6[0] = (byte) 0xfe;
    assertRefusedIfLocal(IpLiteral.address(v6));
  }

  private static void assertRefusedIfLocal(InetAddress address) {
    Optional<SpecialRange> refusal = AddressPolicy.INTERNET.refusal(address);
    if (address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isSiteLocalAddress()
        || address.isLinkLocalAddress()
        || address.isMulticastAddress()) {
      assertThat(refusal).as(address.toString()).isPresent();
    }
  }

  private static InetAddress address(String text) {
    return Objects.requireNonNull(IpLiteral.parse(text), text);
  }
}
