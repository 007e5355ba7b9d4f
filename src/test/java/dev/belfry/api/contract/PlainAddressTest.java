package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** {@link PlainAddress} never says yes where the parser of addresses says no. */
class PlainAddressTest {
  private static final String CHARACTERS = "ab1-.:/?=&_~%@[A #";

  @Test
  void usualAddressesArePlain() {
    assertThat(PlainAddress.matches("https://shop.example.com/?campaign=spring&lang=en")).isTrue();
    assertThat(PlainAddress.matches("http://localhost")).isTrue();
    assertThat(PlainAddress.matches("https://a-b.example.org/x/y_z~1")).isTrue();
  }

  @Test
  void otherAddressesAreLeftToTheParser() {
    for (String text :
        new String[] {"", "http://", "https:///x", "http://a..b", "http://a-", "http://10.0.0.1"}) {
      assertThat(PlainAddress.matches(text)).as(text).isFalse();
    }
  }

  @Test
  void labelsAndNamesHaveALongestLength() {
    String label = "a".repeat(63);
    assertThat(PlainAddress.matches("http://" + label + ".org/")).isTrue();
    assertThat(PlainAddress.matches("http://" + label + "a.org/")).isFalse();
    assertThat(PlainAddress.matches("http://" + (label + ".").repeat(3) + label)).isFalse();
  }

  @Test
  void plainAddressesAreAddresses() {
    Random random = new Random(20261123);
    int plain = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "http://" : "https://");
      for (int length = random.nextInt(9); length > 0; length--) {
        text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
      }
      if (PlainAddress.matches(text.toString())) {
        plain++;
        URI parsed = URI.create(text.toString());
        assertThat(parsed.isAbsolute()).as("%s", text).isTrue();
        assertThat(parsed.getHost()).as("%s", text).isNotNull();
      }
    }
    assertThat(plain).isGreaterThan(1_000);
  }
}
