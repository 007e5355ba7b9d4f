package dev.belfry.monitoring.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SslFactTest {
  @ParameterizedTest
  @CsvSource({
    "daysUntilExpiry, EQUALS NOT_EQUALS LESS_THAN GREATER_THAN",
    "keySizeBits, EQUALS NOT_EQUALS LESS_THAN GREATER_THAN",
    "subjectCN, EQUALS NOT_EQUALS CONTAINS NOT_CONTAINS",
    "issuerCN, EQUALS NOT_EQUALS CONTAINS NOT_CONTAINS",
    "serialNumber, EQUALS NOT_EQUALS",
    "fingerprintSha256, EQUALS NOT_EQUALS",
    "issuerFingerprintSha256, EQUALS NOT_EQUALS",
    "keyAlgorithm, EQUALS NOT_EQUALS",
    "signatureAlgorithm, EQUALS NOT_EQUALS",
    "sans, CONTAINS NOT_CONTAINS",
    "selfSigned, EQUALS",
    "isCA, EQUALS"
  })
  void aFactOfACertificateIsComparedAsClientsKnow(String property, String comparisons) {
    assertThat(comparisons(AssertionSource.CERTIFICATE, property)).isEqualTo(comparisons);
  }

  @ParameterizedTest
  @CsvSource({
    "tlsVersion, EQUALS NOT_EQUALS LESS_THAN GREATER_THAN",
    "cipherSuite, EQUALS NOT_EQUALS CONTAINS NOT_CONTAINS",
    "hostnameVerified, EQUALS",
    "chainTrusted, EQUALS",
    "ocspStapled, EQUALS",
    "ocspStatus, EQUALS NOT_EQUALS",
    "resolvedIp, EQUALS NOT_EQUALS CONTAINS NOT_CONTAINS"
  })
  void aFactOfAConnectionIsComparedAsClientsKnow(String property, String comparisons) {
    assertThat(comparisons(AssertionSource.CONNECTION, property)).isEqualTo(comparisons);
  }

  private static String comparisons(AssertionSource source, String property) {
    return SslFact.of(source, property)
        .orElseThrow()
        .comparisons()
        .map(Comparison::name)
        .collect(Collectors.joining(" "));
  }

  @Test
  void aFactBelongsToItsSource() {
    assertThat(SslFact.of(AssertionSource.CONNECTION, "subjectCN")).isEmpty();
    assertThat(SslFact.of(AssertionSource.CERTIFICATE, "color")).isEmpty();
    assertThat(SslFact.propertiesOf(AssertionSource.JSON_RESPONSE)).isEmpty();
    assertThat(SslFact.propertiesOf(AssertionSource.CONNECTION)).hasSize(7);
  }

  @ParameterizedTest
  @CsvSource({
    "DAYS_UNTIL_EXPIRY, ' 30 ', 30",
    "DAYS_UNTIL_EXPIRY, -1.5, -1.5",
    "DAYS_UNTIL_EXPIRY, soon,",
    "TLS_VERSION, TLS1.3, TLS1.3",
    "TLS_VERSION, TLSv1.3, TLS1.3",
    "TLS_VERSION, TLS 1.2, TLS1.2",
    "TLS_VERSION, 1.0, TLS1.0",
    "TLS_VERSION, SSLv3,",
    "SERIAL_NUMBER, 00:4D:2c, 4d2c",
    "SERIAL_NUMBER, 0x4D2C, 4d2c",
    "SERIAL_NUMBER, number,",
    "FINGERPRINT, 0A, 000000000000000000000000000000000000000000000000000000000000000a",
    "SANS, Shop.Example.COM, shop.example.com",
    "SANS, ' ',",
    "CHAIN_TRUSTED, true, true",
    "CHAIN_TRUSTED, yes,",
    "OCSP_STATUS, good, good",
    "SUBJECT_CN, ' any ', ' any '"
  })
  void aTargetIsWrittenAsTheFactIs(SslFact fact, String target, @Nullable String plain) {
    if (plain == null) {
      assertThat(fact.wantedInsteadOf(target)).isNotEmpty();
    } else {
      assertThat(fact.wantedInsteadOf(target)).isNull();
      assertThat(fact.plain(target)).isEqualTo(plain);
    }
  }

  @ParameterizedTest
  @EnumSource(SslFact.class)
  void everyFactIsFoundByItsName(SslFact fact) {
    assertThat(SslFact.of(fact.source(), fact.property())).contains(fact);
  }
}
