package dev.belfry.platform.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CidrTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.255.255, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "172.16.0.0/12, 172.31.255.255, true",
    "172.16.0.0/12, 172.32.0.0, false",
    "10.1.2.3, 10.1.2.3, true",
    "10.1.2.3, 10.1.2.4, false",
    "0.0.0.0/0, 255.255.255.255, true",
    "0.0.0.0/0, ::1, false",
    "::/0, 10.0.0.1, false",
    "::/0, ff02::1, true",
    "fc00::/7, fdff::1, true",
    "fc00::/7, fe00::1, false",
    "2001:db8::/33, 2001:db8:7fff::, true",
    "2001:db8::/33, 2001:db8:8000::, false"
  })
  void holdsWhatHasItsPrefix(String range, String address, boolean held) {
    assertThat(Cidr.parse(range).contains(Objects.requireNonNull(IpLiteral.parse(address))))
        .isEqualTo(held);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/08", "10.0.0.1/8",
        "10/8", "010.0.0.0/8", "::/129", "fd00::1/8", "fd00:::/8", "example.com", "fe80::1%eth0"
      })
  void refusesWhatIsNoRange(String text) {
    assertThatThrownBy(() -> Cidr.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("must ");
  }
}
