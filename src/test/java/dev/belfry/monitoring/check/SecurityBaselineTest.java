package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecurityBaselineTest {
  private static SslRequest request(String config) {
    return (SslRequest)
        CheckRequest.parse(
            CheckType.SSL, "{\"sslConfig\":{\"hostname\":\"e.org\"%s}}".formatted(config));
  }

  private static SecurityBaseline baseline(String json) {
    return request(",\"securityBaseline\":" + json).sslConfig().securityBaseline();
  }

  @ParameterizedTest
  @CsvSource({
    "MIN_TLS_VERSION, fail",
    "MIN_KEY_SIZE_BITS, fail",
    "WEAK_SIGNATURE_ALGORITHM, fail",
    "WEAK_CIPHER_SUITE, fail",
    "KNOWN_BAD_CA, fail",
    "RECOMMENDED_TLS_VERSION, ignore",
    "RECOMMENDED_KEY_SIZE_BITS, ignore",
    "OCSP_MUST_STAPLE_RESPECTED, ignore",
    "SCT_PRESENT, ignore"
  })
  void whatIsLeftOutHasItsDefault(BaselineRule rule, String effect) {
    assertThat(baseline("null")).isEqualTo(SecurityBaseline.PRESET);
    assertThat(baseline("{}").effectOf(rule).wire()).isEqualTo(effect);
    assertThat(baseline("{\"enabled\":false}").effectOf(rule))
        .isEqualTo(BaselineRule.Effect.IGNORE);
  }

  @Test
  void aRuleIsReadMemberByMember() {
    SecurityBaseline read =
        baseline(
            """
            {"minTLSVersion":{"value":"TLS1.3"},"minKeySizeBits":{"severity":"degrade"},
             "sctPresent":{"severity":"fail"}}""");
    assertThat(read.limitOf(BaselineRule.MIN_TLS_VERSION)).isEqualTo("TLS1.3");
    assertThat(read.effectOf(BaselineRule.MIN_TLS_VERSION)).isEqualTo(BaselineRule.Effect.FAIL);
    assertThat(read.limitOf(BaselineRule.MIN_KEY_SIZE_BITS)).isEqualTo("2048");
    assertThat(read.effectOf(BaselineRule.MIN_KEY_SIZE_BITS))
        .isEqualTo(BaselineRule.Effect.DEGRADE);
    assertThat(read.effectOf(BaselineRule.SCT_PRESENT)).isEqualTo(BaselineRule.Effect.FAIL);
    assertThatThrownBy(() -> baseline("{\"sctPresent\":{\"severity\":\"loud\"}}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    SslRequest request =
        request(
            """
            ,"port":8443,"serverName":"shop.org","ipFamily":"IPv6","alertDaysBeforeExpiry":7,
            "skipChainValidation":true,"handshakeTimeoutMs":5000,
            "securityBaseline":{"recommendedKeySizeBits":{"value":4096,"severity":"degrade"}}""");
    String written = JsonMapper.builder().build().valueToTree(request).toString();
    assertThat(written).contains("\"recommendedKeySizeBits\":{\"value\":4096,\"severity\":");
    assertThat(CheckRequest.parse(CheckType.SSL, written)).isEqualTo(request);
  }

  @Test
  void aRequestHasItsDefaults() {
    SslRequest request = request("");
    assertThat(request.target()).isEqualTo("e.org:443");
    assertThat(request.sslConfig().handshakeTimeoutMs()).isEqualTo(10_000);
    assertThat(request.sslConfig().alertDaysBeforeExpiry()).isEqualTo(20);
    assertThat(request.assertions()).isEmpty();
  }

  @Test
  void assertionsAreReadInOneSpelling() {
    SslRequest request =
        (SslRequest)
            CheckRequest.parse(
                CheckType.SSL,
                """
                {"sslConfig":{"hostname":"e.org"},"assertions":[
                 {"source":"CONNECTION","property":"tlsVersion","comparison":"EQUALS",
                  "target":"TLSv1.3","regex":null},
                 {"source":"TEXT_RESPONSE","property":"CN=(.*)","comparison":"EQUALS",
                  "target":"a"}]}""");
    assertThat(request.assertions())
        .containsExactly(
            new Assertion(
                AssertionSource.CONNECTION, Comparison.EQUALS, "TLS1.3", "tlsVersion", null),
            new Assertion(AssertionSource.TEXT_RESPONSE, Comparison.EQUALS, "a", "", "CN=(.*)"));
  }
}
