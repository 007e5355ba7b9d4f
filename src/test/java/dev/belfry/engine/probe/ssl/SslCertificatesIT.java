package dev.belfry.engine.probe.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.engine.probe.TlsEngine;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.SslConfig;
import io.netty.pkitesting.X509Bundle;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Certificates of all kinds: the handshake goes on, and every engine tells the same of them. */
@ParameterizedClass
@EnumSource(TlsEngine.class)
class SslCertificatesIT {
  private final ProbeCourse course;

  SslCertificatesIT(TlsEngine engine) throws Exception {
    course = new ProbeCourse(engine);
  }

  @AfterEach
  void close() {
    course.close();
  }

  private ProbeResult of(X509Bundle certificate, boolean lenient) throws Exception {
    try (StubServer server = StubServer.secure(certificate, SslCourse.HANDSHAKE)) {
      ProbeResult result =
          SslCourse.probe(
              course, lenient ? SslCourse.lenient(server.port()) : SslCourse.site(server.port()));
      server.awaitAllClosed();
      return result;
    }
  }

  @Test
  void aGoodCertificateIsToldInFull() throws Exception {
    X509Bundle certificate =
        course.trusted(course.certificate().notAfter(course.now().plus(90, ChronoUnit.DAYS)));
    ProbeResult result = of(certificate, false);
    JsonNode facts = SslCourse.facts(result);

    assertThat(SslCourse.failure(result)).isEqualTo(Failure.NONE);
    assertThat(SslCourse.answer(result).warning()).isNull();
    assertThat(facts.path("protocol").asText()).isEqualTo("TLS1.3");
    assertThat(facts.path("cipherSuite").asText()).startsWith("TLS_AES_");
    assertThat(facts.path("resolvedIp").asText()).isEqualTo("127.0.0.1");
    assertThat(facts.path("chainTrusted").asBoolean()).isTrue();
    assertThat(facts.path("hostnameVerified").asBoolean()).isTrue();
    assertThat(facts.path("daysUntilExpiry").asInt()).isBetween(89, 90);
    assertThat(facts.path("ocspStapled").asBoolean()).isFalse();
    assertThat(facts.path("ocspStatus").isNull()).isTrue();
    assertThat(facts.at("/certificate/subjectCN").asText()).isEqualTo("Somebody");
    assertThat(facts.at("/certificate/issuerCN").asText()).isEqualTo("Trusted Issuer");
    assertThat(facts.at("/certificate/keyAlgorithm").asText()).isEqualTo("ECDSA");
    assertThat(facts.at("/certificate/sans/0").asText()).isEqualTo(ProbeCourse.SITE);
    assertThat(facts.at("/securityBaseline/verdict").asText()).isEqualTo("PASS");
    assertThat(result.certificateExpiresAt()).isEqualTo(course.now().plus(90, ChronoUnit.DAYS));
  }

  @Test
  void theResponseTimeIsThatOfTheHandshake() throws Exception {
    ProbeResult result = of(course.trusted(course.certificate()), false);
    assertThat(result.timings().tlsMicros()).isPositive();
    assertThat(result.timings().totalMicros()).isEqualTo(result.timings().tlsMicros());
    assertThat(SslCourse.facts(result).path("handshakeTimeMs").asDouble()).isPositive();
  }

  @Test
  void anExpiredCertificateIsToldWithItsDay() throws Exception {
    Instant before = course.now().minus(1, ChronoUnit.HOURS);
    X509Bundle certificate = course.trusted(course.certificate().notAfter(before));
    for (boolean lenient : new boolean[] {false, true}) {
      ProbeResult result = of(certificate, lenient);
      assertThat(SslCourse.failure(result))
          .isEqualTo(
              new Failure(
                  Reason.CERTIFICATE_EXPIRED, "The certificate of site.test expired on " + before));
      assertThat(SslCourse.facts(result).path("daysUntilExpiry").asInt()).isEqualTo(-1);
      assertThat(SslCourse.facts(result).path("chainTrusted").asBoolean()).isFalse();
      assertThat(result.certificateExpiresAt()).isEqualTo(before);
    }
  }

  @Test
  void aCertificateOfTomorrowIsNotValidYet() throws Exception {
    Instant soon = course.now().plus(1, ChronoUnit.HOURS);
    assertThat(SslCourse.failure(of(course.trusted(course.certificate().notBefore(soon)), false)))
        .isEqualTo(
            new Failure(
                Reason.CERTIFICATE_NOT_YET_VALID,
                "The certificate of site.test is not valid before " + soon));
  }

  @Test
  void aCertificateForAnotherNameIsToldWithItsNames() throws Exception {
    X509Bundle certificate = course.trusted(course.certificateFor("other.test"));
    for (boolean lenient : new boolean[] {false, true}) {
      ProbeResult result = of(certificate, lenient);
      assertThat(SslCourse.failure(result))
          .isEqualTo(
              new Failure(
                  Reason.CERTIFICATE_NAME_MISMATCH,
                  "The certificate of site.test is for other.test"));
      assertThat(SslCourse.facts(result).path("chainTrusted").asBoolean()).isTrue();
      assertThat(SslCourse.facts(result).path("hostnameVerified").asBoolean()).isFalse();
    }
  }

  @Test
  void aSelfSignedCertificateFailsUnlessChainsAreSkipped() throws Exception {
    X509Bundle certificate = course.certificate().setIsCertificateAuthority(true).buildSelfSigned();
    ProbeResult strict = of(certificate, false);
    ProbeResult lenient = of(certificate, true);
    assertThat(SslCourse.failure(strict).reason()).isEqualTo(Reason.CERTIFICATE_SELF_SIGNED);
    assertThat(SslCourse.failure(lenient)).isEqualTo(Failure.NONE);
    assertThat(SslCourse.facts(lenient).at("/certificate/selfSigned").asBoolean()).isTrue();
    assertThat(SslCourse.facts(lenient).path("chainTrusted").asBoolean()).isFalse();
  }

  @Test
  void aPrivateIssuerIsUntrustedUnlessChainsAreSkipped() throws Exception {
    X509Bundle certificate =
        course.certificate().buildIssuedBy(ProbeCourse.issuer("CN=Private Authority"));
    ProbeResult strict = of(certificate, false);
    assertThat(SslCourse.failure(strict))
        .isEqualTo(
            new Failure(
                Reason.CERTIFICATE_UNTRUSTED,
                "The issuer of the certificate of site.test (CN=Private Authority) is not"
                    + " trusted"));
    assertThat(SslCourse.facts(strict).at("/certificate/issuerCN").asText())
        .isEqualTo("Private Authority");
    assertThat(SslCourse.failure(of(certificate, true))).isEqualTo(Failure.NONE);
  }

  @Test
  void aMissingIntermediateIsUntrustedAndAPresentOneIsListed() throws Exception {
    X509Bundle between =
        course.trusted(course.certificate().subject("CN=Between").setIsCertificateAuthority(true));
    X509Bundle whole = course.certificate().buildIssuedBy(between);
    X509Bundle alone =
        X509Bundle.fromCertificatePath(
            new X509Certificate[] {whole.getCertificate()},
            whole.getCertificate(),
            whole.getKeyPair());
    ProbeResult good = of(whole, false);
    assertThat(SslCourse.failure(good)).isEqualTo(Failure.NONE);
    assertThat(SslCourse.facts(good).at("/chain/0/subjectCN").asText()).isEqualTo("Between");
    assertThat(SslCourse.facts(good).at("/certificate/issuerFingerprintSha256"))
        .isEqualTo(SslCourse.facts(good).at("/chain/0/fingerprintSha256"));
    assertThat(SslCourse.failure(of(alone, false)).reason())
        .isEqualTo(Reason.CERTIFICATE_UNTRUSTED);
  }

  @Test
  void aCertificateThatExpiresTomorrowDegrades() throws Exception {
    Failure warning =
        Objects.requireNonNull(
            SslCourse.answer(of(course.trusted(course.certificate()), false)).warning());
    assertThat(warning.reason()).isEqualTo(Reason.CERTIFICATE_EXPIRES_SOON);
    assertThat(warning.message()).startsWith("The certificate of site.test expires on ");
  }

  @ParameterizedTest
  @CsvSource({
    "site.test, , site.test, NONE",
    "127.0.0.1, site.test, site.test, NONE",
    "127.0.0.1, , -, CERTIFICATE_NAME_MISMATCH",
    "site.test, other.test, other.test, CERTIFICATE_NAME_MISMATCH"
  })
  void theServerNameIsSentAndVerified(
      String host, @Nullable String name, String sent, Reason reason) throws Exception {
    BlockingQueue<String> names = new LinkedBlockingQueue<>();
    StubServer.Script script =
        conversation -> {
          ExtendedSSLSession session =
              (ExtendedSSLSession) ((SSLSocket) conversation.socket()).getSession();
          names.add(
              session.getRequestedServerNames().stream()
                  .map(one -> ((SNIHostName) one).getAsciiName())
                  .findFirst()
                  .orElse("-"));
          conversation.hang();
        };
    try (StubServer server = StubServer.secure(course.trusted(course.certificate()), script)) {
      ProbeResult result =
          SslCourse.probe(
              course, SslConfig.of(host, server.port(), null, name, null, null, null, null));
      assertThat(names.poll(5, TimeUnit.SECONDS)).isEqualTo(sent);
      assertThat(SslCourse.failure(result).reason()).isEqualTo(reason);
    }
  }

  @Test
  void probesOfManyCertificatesLeaveNothingOpen() throws Exception {
    X509Bundle certificate = course.trusted(course.certificate());
    for (int i = 0; i < 5; i++) {
      assertThat(SslCourse.failure(of(certificate, false))).isEqualTo(Failure.NONE);
    }
    assertThat(course.prober().inFlight()).isZero();
  }
}
