package dev.belfry.engine.probe.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.ChainInspection;
import dev.belfry.engine.probe.Failure;
import dev.belfry.monitoring.assertion.AssertionOutcome;
import dev.belfry.monitoring.assertion.AssertionRules;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.BaselineRule;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.SecurityBaseline;
import dev.belfry.monitoring.check.TlsVersion;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SslAnswerTest {
  private static final Failure EXPIRED = new Failure(Reason.CERTIFICATE_EXPIRED, "expired");
  private static final Failure UNTRUSTED = new Failure(Reason.CERTIFICATE_UNTRUSTED, "untrusted");
  private static final Failure OTHER = new Failure(Reason.CERTIFICATE_NAME_MISMATCH, "other");

  private static SslAnswer answer(
      boolean skipsChain, ChainInspection inspection, @Nullable OcspStatus ocsp) {
    return SslAnswer.of(
        Handshakes.config(skipsChain, SecurityBaseline.PRESET),
        Handshakes.of(
            Handshakes.certificate(Duration.ofDays(60)),
            TlsVersion.TLS_1_3,
            Handshakes.SUITE,
            inspection,
            ocsp));
  }

  private static SslAnswer sound(Duration left) {
    return SslAnswer.of(
        Handshakes.config(false, SecurityBaseline.PRESET),
        Handshakes.of(Handshakes.certificate(left)));
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, false, false, NONE",
    "true,  true,  true,  false, CERTIFICATE_EXPIRED",
    "false, true,  true,  false, CERTIFICATE_UNTRUSTED",
    "false, false, true,  false, CERTIFICATE_NAME_MISMATCH",
    "true,  true,  false, true,  CERTIFICATE_EXPIRED",
    "false, true,  false, true,  NONE",
    "false, true,  true,  true,  CERTIFICATE_NAME_MISMATCH"
  })
  void theFirstDefectCounts(
      boolean expired, boolean untrusted, boolean other, boolean skipsChain, Reason reason) {
    ChainInspection inspection =
        new ChainInspection(
            expired ? EXPIRED : null, untrusted ? UNTRUSTED : null, other ? OTHER : null);
    Failure failure = answer(skipsChain, inspection, null).failure();
    assertThat(failure == null ? Reason.NONE : failure.reason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({"GOOD, NONE", "UNKNOWN, NONE", "INVALID, NONE", "REVOKED, CERTIFICATE_REVOKED"})
  void aRevokedCertificateFails(OcspStatus status, Reason reason) {
    Failure failure = answer(true, Handshakes.SOUND, status).failure();
    assertThat(failure == null ? Reason.NONE : failure.reason()).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({"PT480H1S, 20, false", "PT480H, 20, true", "PT36H, 1, true", "PT1S, 0, true"})
  void aCertificateThatExpiresSoonDegrades(Duration left, long days, boolean warned) {
    SslAnswer answer = sound(left);
    Failure warning = answer.warning();
    assertThat(answer.failure()).isNull();
    assertThat(warning != null).isEqualTo(warned);
    if (warning != null) {
      assertThat(warning.reason()).isEqualTo(Reason.CERTIFICATE_EXPIRES_SOON);
      assertThat(warning.message())
          .isEqualTo(
              "The certificate of shop.test expires on %s, in %d days"
                  .formatted(Handshakes.NOW.plus(left), days));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FAIL, true, false, FAIL",
    "DEGRADE, false, true, WARN",
    "IGNORE, false, false, PASS"
  })
  void aRuleDoesWhatItsSeveritySays(
      BaselineRule.Effect effect, boolean fails, boolean degrades, String verdict) {
    SslAnswer answer =
        SslAnswer.of(
            Handshakes.config(false, Handshakes.with(BaselineRule.MIN_TLS_VERSION, effect)),
            Handshakes.of(
                Handshakes.certificate(Duration.ofDays(60)),
                TlsVersion.TLS_1_1,
                Handshakes.SUITE,
                Handshakes.SOUND,
                null));
    assertThat(answer.failure() != null).isEqualTo(fails);
    assertThat(answer.warning() != null).isEqualTo(degrades);
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    answer.describe(detail);
    assertThat(detail.at("/tls/securityBaseline/verdict").asText()).isEqualTo(verdict);
    assertThat(detail.at("/tls/securityBaseline/minTLSVersion/violated").asBoolean())
        .isEqualTo(effect != BaselineRule.Effect.IGNORE);
    Failure failure = answer.failure();
    if (failure != null) {
      assertThat(failure.message())
          .isEqualTo(
              "The TLS of shop.test does not meet the security baseline: the version is TLS1.1,"
                  + " and not TLS1.2 or later");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CERTIFICATE, daysUntilExpiry, GREATER_THAN, 59, true, 60",
    "CERTIFICATE, daysUntilExpiry, GREATER_THAN, 60, false, 60",
    "CERTIFICATE, keySizeBits, EQUALS, 256, true, 256",
    "CERTIFICATE, issuerCN, CONTAINS, Example, true, Example CA",
    "CERTIFICATE, selfSigned, EQUALS, false, true, false",
    "CERTIFICATE, sans, CONTAINS, www.shop.test, true, '[\"shop.test\",\"www.shop.test\"]'",
    "CERTIFICATE, sans, CONTAINS, hop.test, false, '[\"shop.test\",\"www.shop.test\"]'",
    "CERTIFICATE, sans, NOT_CONTAINS, hop.test, true, '[\"shop.test\",\"www.shop.test\"]'",
    "CERTIFICATE, issuerFingerprintSha256, NOT_EQUALS, 00, true,",
    "CONNECTION, tlsVersion, EQUALS, TLS1.3, true, TLS1.3",
    "CONNECTION, tlsVersion, GREATER_THAN, TLS1.2, true, TLS1.3",
    "CONNECTION, tlsVersion, LESS_THAN, TLS1.3, false, TLS1.3",
    "CONNECTION, cipherSuite, CONTAINS, GCM, true, TLS_AES_128_GCM_SHA256",
    "CONNECTION, chainTrusted, EQUALS, true, true, true",
    "CONNECTION, ocspStapled, EQUALS, false, true, false",
    "CONNECTION, ocspStatus, EQUALS, good, false,",
    "CONNECTION, resolvedIp, EQUALS, 203.0.113.7, true, 203.0.113.7",
    "JSON_RESPONSE, $.certificate.keySizeBits, LESS_THAN, 300, true, 256",
    "JSON_RESPONSE, $.nothing, IS_NULL, '', true,"
  })
  void assertionsLookAtEveryFact(
      AssertionSource source,
      String property,
      Comparison comparison,
      String target,
      boolean holds,
      @Nullable String actual) {
    Assertion assertion = new Assertion(source, comparison, target, property, null);
    AssertionOutcome outcome =
        AssertionRules.evaluate(List.of(assertion), 10_000, sound(Duration.ofDays(60))::actual)
            .get(0);
    assertThat(outcome.error()).isNull();
    assertThat(outcome.passed()).isEqualTo(holds);
    assertThat(outcome.actual().isNull() ? null : outcome.actual().asText()).isEqualTo(actual);
  }

  @Test
  void aRegularExpressionReadsTheText() {
    Assertion assertion =
        new Assertion(
            AssertionSource.TEXT_RESPONSE,
            Comparison.EQUALS,
            "Example CA",
            "",
            "\"issuerCN\":\"([^\"]*)\"");
    assertThat(
            AssertionRules.evaluate(List.of(assertion), 10_000, sound(Duration.ofDays(60))::actual)
                .get(0)
                .passed())
        .isTrue();
  }

  @Test
  void aResultKeepsTheFactsAndFewNames() {
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    SslAnswer answer = sound(Duration.ofDays(-3));
    answer.describe(detail);
    assertThat(detail.at("/tls/daysUntilExpiry").asInt()).isEqualTo(-3);
    assertThat(detail.at("/tls/handshakeTimeMs").asDouble()).isEqualTo(12.5);
    assertThat(detail.at("/tls/certificate/notAfter").asText()).isEqualTo("2026-02-27T12:00:00Z");
    assertThat(detail.at("/tls/chain")).isEmpty();
    assertThat(answer.isKeptWhenPassed()).isTrue();
    assertThat(answer.failsWhateverIsAsserted()).isTrue();
  }
}
