package dev.belfry.platform.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Sha256Test {
  @Test
  void isTheDigestOfTheStandard() {
    assertThat(HexFormat.of().formatHex(Sha256.of("abc")))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void tellsValuesApartThatAreTheSameTogether() {
    assertThat(Sha256.ofAll(new byte[] {1}, new byte[] {2, 3}))
        .hasSize(32)
        .isNotEqualTo(Sha256.ofAll(new byte[] {1, 2}, new byte[] {3}));
  }
}
