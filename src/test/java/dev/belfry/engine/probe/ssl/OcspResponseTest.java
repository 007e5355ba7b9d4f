package dev.belfry.engine.probe.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OcspResponseTest {
  private static final Instant NOW = Instant.parse("2026-03-02T12:00:00Z");
  private static final Instant HOUR_AGO = NOW.minus(Duration.ofHours(1));
  private static final BigInteger SERIAL = BigInteger.valueOf(4711);

  private final X509Bundle issuer;
  private final X509Bundle leaf;

  OcspResponseTest() throws Exception {
    issuer = ProbeCourse.issuer("CN=Issuer");
    leaf = certificate().serial(SERIAL).buildIssuedBy(issuer);
  }

  private static CertificateBuilder certificate() {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=Somebody")
        .notBefore(HOUR_AGO)
        .notAfter(NOW.plus(Duration.ofDays(1)));
  }

  private OcspStatus status(byte[] response) {
    return OcspResponse.status(response, leaf.getCertificate(), issuer.getCertificate(), NOW);
  }

  private byte[] good(X509Bundle signer, boolean sent) {
    return Der.response(SERIAL, Der.GOOD, HOUR_AGO, null, signer, sent);
  }

  @Test
  void theIssuerSaysWhatBecameOfACertificate() {
    assertThat(status(good(issuer, false))).isEqualTo(OcspStatus.GOOD);
    assertThat(status(good(issuer, true))).isEqualTo(OcspStatus.GOOD);
    assertThat(status(Der.response(SERIAL, Der.revoked(HOUR_AGO), HOUR_AGO, null, issuer, false)))
        .isEqualTo(OcspStatus.REVOKED);
    assertThat(status(Der.response(SERIAL, Der.UNKNOWN, HOUR_AGO, null, issuer, false)))
        .isEqualTo(OcspStatus.UNKNOWN);
    assertThat(status(Der.response(BigInteger.TEN, Der.GOOD, HOUR_AGO, null, issuer, false)))
        .isEqualTo(OcspStatus.INVALID);
  }

  @ParameterizedTest
  @CsvSource({
    "-PT1H,, GOOD",
    "PT10M,, GOOD",
    "PT20M,, INVALID",
    "-PT1H, PT1H, GOOD",
    "-PT2H, -PT10M, GOOD",
    "-PT2H, -PT20M, INVALID"
  })
  void aResponseHoldsForItsTime(Duration from, @Nullable Duration until, OcspStatus status) {
    assertThat(
            status(
                Der.response(
                    SERIAL,
                    Der.GOOD,
                    NOW.plus(from),
                    until == null ? null : NOW.plus(until),
                    issuer,
                    false)))
        .isEqualTo(status);
  }

  @Test
  void onlyTheIssuerAndItsDelegateMaySign() throws Exception {
    X509Bundle stranger = ProbeCourse.issuer("CN=Issuer");
    X509Bundle delegate = certificate().addExtendedKeyUsageOcspSigning().buildIssuedBy(issuer);
    X509Bundle sibling = certificate().buildIssuedBy(issuer);
    X509Bundle elsewhere = certificate().addExtendedKeyUsageOcspSigning().buildIssuedBy(stranger);

    assertThat(status(good(delegate, true))).isEqualTo(OcspStatus.GOOD);
    assertThat(status(good(delegate, false))).isEqualTo(OcspStatus.INVALID);
    assertThat(status(good(sibling, true))).isEqualTo(OcspStatus.INVALID);
    assertThat(status(good(stranger, false))).isEqualTo(OcspStatus.INVALID);
    assertThat(status(good(stranger, true))).isEqualTo(OcspStatus.INVALID);
    assertThat(status(good(elsewhere, true))).isEqualTo(OcspStatus.INVALID);
    assertThat(OcspResponse.status(good(issuer, false), leaf.getCertificate(), null, NOW))
        .isEqualTo(OcspStatus.UNKNOWN);
  }

  @Test
  void whatIsMalformedIsInvalid() {
    byte[] response = good(issuer, true);
    assertThat(status(new byte[0])).isEqualTo(OcspStatus.INVALID);
    assertThat(
            status(Der.value(DerReader.SEQUENCE, Der.value(DerReader.ENUMERATED, new byte[] {6}))))
        .isEqualTo(OcspStatus.INVALID);
    for (int length = 1; length < response.length; length++) {
      assertThat(status(Arrays.copyOf(response, length))).isEqualTo(OcspStatus.INVALID);
    }
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      byte[] changed = response.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 + random.nextInt(255));
      assertThat(status(changed)).isNotEqualTo(OcspStatus.REVOKED);
    }
  }
}
