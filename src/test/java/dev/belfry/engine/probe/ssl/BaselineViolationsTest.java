package dev.belfry.engine.probe.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.BaselineRule;
import dev.belfry.monitoring.check.SecurityBaseline;
import dev.belfry.monitoring.check.TlsVersion;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaselineViolationsTest {
  private static final Duration LEFT = Duration.ofDays(60);

  private static Map<BaselineRule, String> violations(
      CertificateFacts leaf, TlsVersion version, String suite, @Nullable OcspStatus ocsp) {
    return BaselineViolations.of(
        SecurityBaseline.PRESET, Handshakes.of(leaf, version, suite, Handshakes.SOUND, ocsp));
  }

  private static Map<BaselineRule, String> ofCertificate(
      String key, int bits, String signature, String issuer) {
    return violations(
        Handshakes.certificate(LEFT, key, bits, signature, issuer, false, true),
        TlsVersion.TLS_1_3,
        Handshakes.SUITE,
        null);
  }

  @Test
  void aModernServerViolatesNothing() {
    assertThat(ofCertificate("ECDSA", 256, "ECDSA-SHA256", "Example CA")).isEmpty();
    assertThat(ofCertificate("RSA", 3072, "SHA256-RSA", "Example CA")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_1_3, false, false",
    "TLS_1_2, false, true",
    "TLS_1_1, true, true",
    "TLS_1_0, true, true"
  })
  void versionsAreOrdered(TlsVersion version, boolean min, boolean recommended) {
    Map<BaselineRule, String> found =
        violations(Handshakes.certificate(LEFT), version, Handshakes.SUITE, null);
    assertThat(found.containsKey(BaselineRule.MIN_TLS_VERSION)).isEqualTo(min);
    assertThat(found.containsKey(BaselineRule.RECOMMENDED_TLS_VERSION)).isEqualTo(recommended);
  }

  @ParameterizedTest
  @CsvSource({
    "RSA, 1024, true, true",
    "RSA, 2047, true, true",
    "RSA, 2048, false, true",
    "RSA, 3072, false, false",
    "DSA, 1024, true, true",
    "ECDSA, 160, true, true",
    "ECDSA, 224, false, true",
    "ECDSA, 256, false, false",
    "ECDSA, 384, false, false",
    "ECDSA, 521, false, false",
    "Ed25519, 256, false, false",
    "Unknown, 0, false, false"
  })
  void keysAreComparedByTheirStrength(String key, int bits, boolean min, boolean recommended) {
    Map<BaselineRule, String> found = ofCertificate(key, bits, "SHA256-RSA", "Example CA");
    assertThat(found.containsKey(BaselineRule.MIN_KEY_SIZE_BITS)).isEqualTo(min);
    assertThat(found.containsKey(BaselineRule.RECOMMENDED_KEY_SIZE_BITS)).isEqualTo(recommended);
  }

  @ParameterizedTest
  @CsvSource({
    "MD2-RSA, true",
    "MD5-RSA, true",
    "SHA1-RSA, true",
    "ECDSA-SHA1, true",
    "DSA-SHA1, true",
    "SHA256-RSA, false",
    "SHA512-RSAPSS, false",
    "ECDSA-SHA384, false",
    "Ed25519, false"
  })
  void oldDigestsAreWeak(String signature, boolean weak) {
    assertThat(ofCertificate("RSA", 4096, signature, "Example CA")).hasSize(weak ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_256_GCM_SHA384, false",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, false",
    "TLS_RSA_WITH_AES_128_GCM_SHA256, false",
    "TLS_CHACHA20_POLY1305_SHA256, false",
    "TLS_RSA_WITH_3DES_EDE_CBC_SHA, true",
    "TLS_RSA_WITH_RC4_128_SHA, true",
    "TLS_RSA_WITH_NULL_SHA256, true",
    "TLS_DH_anon_WITH_AES_128_CBC_SHA, true",
    "TLS_RSA_EXPORT_WITH_RC4_40_MD5, true",
    "TLS_RSA_WITH_DES_CBC_SHA, true"
  })
  void brokenSuitesAreWeak(String suite, boolean weak) {
    Map<BaselineRule, String> found =
        violations(Handshakes.certificate(LEFT), TlsVersion.TLS_1_3, suite, null);
    assertThat(found.containsKey(BaselineRule.WEAK_CIPHER_SUITE)).isEqualTo(weak);
  }

  @ParameterizedTest
  @CsvSource({
    "DigiNotar Root CA, true",
    "WoSign CA Limited, true",
    "Superfish Inc, true",
    "Example CA, false"
  })
  void someAuthoritiesAreKnownToBeBad(String issuer, boolean bad) {
    assertThat(ofCertificate("RSA", 4096, "SHA256-RSA", issuer).keySet())
        .isEqualTo(bad ? Set.of(BaselineRule.KNOWN_BAD_CA) : Set.of());
  }

  @ParameterizedTest
  @CsvSource({"true, , true", "true, GOOD, false", "false, , false"})
  void whatDemandsAStapleNeedsOne(boolean mustStaple, @Nullable OcspStatus ocsp, boolean violated) {
    CertificateFacts leaf =
        Handshakes.certificate(LEFT, "RSA", 4096, "SHA256-RSA", "Example CA", mustStaple, true);
    assertThat(violations(leaf, TlsVersion.TLS_1_3, Handshakes.SUITE, ocsp))
        .hasSize(violated ? 1 : 0);
  }

  @Test
  void timestampsAreLookedForInTheCertificate() {
    CertificateFacts leaf =
        Handshakes.certificate(LEFT, "RSA", 4096, "SHA256-RSA", "Example CA", false, false);
    assertThat(violations(leaf, TlsVersion.TLS_1_3, Handshakes.SUITE, null))
        .containsOnlyKeys(BaselineRule.SCT_PRESENT);
  }
}
