package dev.belfry.account.people;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.AuthenticatorApp;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TotpSecretTest {
  /** The secret of RFC 6238, appendix B. */
  private static final TotpSecret OF_RFC =
      new TotpSecret(
          HexFormat.of().formatHex("12345678901234567890".getBytes(StandardCharsets.US_ASCII)));

  /** The last six of the eight digits that the RFC gives. */
  @ParameterizedTest
  @CsvSource({
    "59,287082",
    "1111111109,081804",
    "1111111111,050471",
    "1234567890,005924",
    "2000000000,279037",
    "20000000000,353130"
  })
  void makesTheCodesOfTheRfc(long second, String code) {
    Instant at = Instant.ofEpochSecond(second);
    assertThat(OF_RFC.code(at)).isEqualTo(code);
    assertThat(OF_RFC.step(code, at)).isEqualTo(OptionalLong.of(second / 30));
  }

  @ParameterizedTest
  @CsvSource({"-60,false", "-30,true", "0,true", "30,true", "60,false"})
  void allowsOneStepOfDriftEitherWay(long drift, boolean taken) {
    Instant now = Instant.ofEpochSecond(1_234_567_890);
    String code = OF_RFC.code(now.plusSeconds(drift));
    assertThat(OF_RFC.step(code, now).isPresent()).isEqualTo(taken);
  }

  @Test
  void isTypedInBase32() {
    assertThat(OF_RFC.text()).isEqualTo("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    TotpSecret made = TotpSecret.make(new SecureRandom());
    assertThat(made.hex()).hasSize(40);
    assertThat(made).doesNotHaveToString(made.hex());
    assertThat(made.toString()).doesNotContain(made.hex());
    assertThat(made.step(new AuthenticatorApp(made.text()).code(), Instant.now())).isPresent();
  }

  @Test
  void isShownAsAQrCode() {
    SecondFactorCard card = SecondFactorCard.of(OF_RFC, "ada+1@example.org");
    assertThat(card.uri())
        .isEqualTo(
            "otpauth://totp/Belfry:ada%2B1%40example.org"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Belfry");
    assertThat(card.qrCode())
        .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
        .contains("M4 4h1v1h-1z") // The corner of a finder pattern, within the margin.
        .doesNotContain("\n")
        .endsWith("</svg>");
    String longest = "a".repeat(242) + "@example.org";
    assertThat(SecondFactorCard.of(OF_RFC, longest).qrCode()).endsWith("</svg>");
  }
}
