package dev.belfry.alerting.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The signatures of webhooks, with the second test case of RFC 4231. */
class HookSignatureTest {
  private static final String SECRET = "Jefe";
  private static final String BODY = "what do ya want for nothing?";
  private static final String MAC =
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";

  private static boolean isGenuine(String header, String secret, String body) {
    return HookSignature.isGenuine(header, secret, body.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "v1=%s; true",
        "v1=00,v1=%s; true",
        "v1=%s,v1=00; true",
        "v1=00, v1=%s ; true",
        "v2=%s; false",
        "%s; false",
        "v1=%s0; false",
        "v1= %s; false",
        "v1=; false",
        "v1=00,v1=01; false",
        "','; false",
        "''; false"
      })
  void oneGenuineSignatureIsEnough(String header, boolean genuine) {
    assertThat(isGenuine(header.formatted(MAC), SECRET, BODY)).isEqualTo(genuine);
  }

  @Test
  void theBodyAndTheSecretAreSigned() {
    assertThat(isGenuine("v1=" + MAC, SECRET, BODY + " ")).isFalse();
    assertThat(isGenuine("v1=" + MAC, SECRET, "")).isFalse();
    assertThat(isGenuine("v1=" + MAC, "jefe", BODY)).isFalse();
  }
}
