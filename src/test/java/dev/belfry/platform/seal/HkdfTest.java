package dev.belfry.platform.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("RFC 5869, appendix A")
class HkdfTest {
  @ParameterizedTest
  @CsvSource({
    "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b, 000102030405060708090a0b0c,"
        + " f0f1f2f3f4f5f6f7f8f9,"
        + " 3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
    "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b, '', '',"
        + " 8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
  })
  void givesTheKeysOfTheTestVectors(String secret, String salt, String info, String key) {
    HexFormat hex = HexFormat.of();
    assertThat(
            Hkdf.key(
                hex.parseHex(secret), hex.parseHex(salt), hex.parseHex(info), key.length() / 2))
        .asHexString()
        .isEqualToIgnoringCase(key);
  }
}
