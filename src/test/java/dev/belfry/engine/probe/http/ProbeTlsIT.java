package dev.belfry.engine.probe.http;

import static dev.belfry.engine.probe.ProbeCourse.secureSite;
import static dev.belfry.engine.probe.StubServer.answering;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Probes;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.engine.probe.TlsEngine;
import dev.belfry.monitoring.check.Reason;
import io.netty.pkitesting.X509Bundle;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Certificates, good and bad: every engine judges them alike. */
@ParameterizedClass
@EnumSource(TlsEngine.class)
class ProbeTlsIT {
  private static final String OK = "HTTP/1.1 200 OK\nContent-Length: 2\n\nok";

  private final ProbeCourse course;

  ProbeTlsIT(TlsEngine engine) throws Exception {
    course = new ProbeCourse(engine);
  }

  @AfterEach
  void close() {
    course.close();
  }

  @Test
  void acceptsAGoodCertificateAndTellsWhenItExpires() throws Exception {
    try (StubServer server =
        StubServer.secure(course.trusted(course.certificate()), answering(OK))) {
      ProbeResult result = course.probe(Probes.get(secureSite(server)));

      assertThat(result.message()).isEmpty();
      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(result.certificateExpiresAt()).isEqualTo(tomorrow());
      assertThat(result.timings().tlsMicros()).isPositive();
    }
  }

  @Test
  void acceptsAnAddressInACertificate() throws Exception {
    X509Bundle certificate = course.trusted(course.certificate().addSanIpAddress("127.0.0.1"));
    try (StubServer server = StubServer.secure(certificate, answering(OK))) {
      assertThat(course.probe(Probes.get("https://127.0.0.1:" + server.port())).reason())
          .isEqualTo(Reason.NONE);
    }
  }

  @Test
  void knowsAnExpiredCertificate() throws Exception {
    Instant before = course.now().minus(1, ChronoUnit.HOURS);
    assertRefused(
        course.trusted(course.certificate().notAfter(before)),
        Reason.CERTIFICATE_EXPIRED,
        "The certificate of site.test expired on " + before,
        before);
  }

  @Test
  void knowsACertificateThatIsNotValidYet() throws Exception {
    Instant soon = course.now().plus(1, ChronoUnit.HOURS);
    assertRefused(
        course.trusted(course.certificate().notBefore(soon)),
        Reason.CERTIFICATE_NOT_YET_VALID,
        "The certificate of site.test is not valid before " + soon,
        tomorrow());
  }

  @Test
  void knowsACertificateForAnotherName() throws Exception {
    assertRefused(
        course.trusted(course.certificateFor("other.test")),
        Reason.CERTIFICATE_NAME_MISMATCH,
        "The certificate of site.test is for other.test",
        tomorrow());
  }

  @Test
  void knowsASelfSignedCertificate() throws Exception {
    assertRefused(
        course.certificate().setIsCertificateAuthority(true).buildSelfSigned(),
        Reason.CERTIFICATE_SELF_SIGNED,
        "The certificate of site.test is self-signed",
        tomorrow());
  }

  @Test
  void knowsAnIssuerThatNobodyTrusts() throws Exception {
    assertRefused(
        course.certificate().buildIssuedBy(ProbeCourse.issuer("CN=Nobody")),
        Reason.CERTIFICATE_UNTRUSTED,
        "The issuer of the certificate of site.test (CN=Nobody) is not trusted",
        tomorrow());
  }

  @Test
  void knowsAnIssuerThatHasExpired() throws Exception {
    X509Bundle between =
        course.trusted(
            course
                .certificate()
                .subject("CN=Old Issuer")
                .setIsCertificateAuthority(true)
                .notAfter(course.now().minus(1, ChronoUnit.HOURS)));
    assertRefused(
        course.certificate().buildIssuedBy(between),
        Reason.CERTIFICATE_EXPIRED,
        "The issuer of the certificate of site.test (CN=Old Issuer)"
            + " has itself an expired certificate",
        tomorrow());
  }

  @Test
  void acceptsAChainAndStillLooksAtTheNameOfTheNextHost() throws Exception {
    course.dns().answer("other.test", "127.0.0.1");
    X509Bundle between =
        course.trusted(course.certificate().subject("CN=Between").setIsCertificateAuthority(true));
    try (StubServer server =
        StubServer.secure(course.certificate().buildIssuedBy(between), answering(OK))) {
      ProbeResult own = course.probe(Probes.get(secureSite(server)));
      ProbeResult other = course.probe(Probes.get("https://other.test:" + server.port()));

      assertThat(own.message()).isEmpty();
      assertThat(other.reason()).isEqualTo(Reason.CERTIFICATE_NAME_MISMATCH);
      assertThat(other.certificateExpiresAt()).isEqualTo(tomorrow());
    }
  }

  private void assertRefused(
      X509Bundle certificate, Reason reason, String message, Instant expiresAt) throws Exception {
    try (StubServer server = StubServer.secure(certificate, answering(OK))) {
      ProbeResult strict = course.probe(Probes.get(secureSite(server)));
      ProbeResult lenient = course.probe(Probes.insecure(secureSite(server)));

      assertThat(strict.reason()).isEqualTo(reason);
      assertThat(strict.message()).isEqualTo(message);
      assertThat(strict.certificateExpiresAt()).isEqualTo(expiresAt);
      assertThat(strict.answer()).isNull();
      assertThat(lenient.reason()).isEqualTo(Reason.NONE);
      assertThat(lenient.statusCode()).isEqualTo(200);
      assertThat(lenient.certificateExpiresAt()).isEqualTo(expiresAt);
      assertThat(server.requests()).hasSize(1);
    }
  }

  /** A session that is resumed keeps the time when it was created. */
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void resumesNoSessionOfAnEarlierProbe(String protocol) throws Exception {
    List<Long> sessions = new CopyOnWriteArrayList<>();
    StubServer.Script script =
        conversation -> {
          SSLSocket socket = (SSLSocket) conversation.socket();
          socket.setEnabledProtocols(new String[] {protocol});
          sessions.add(socket.getSession().getCreationTime());
          conversation.pause(2);
          answering(OK).play(conversation);
        };
    try (StubServer server = StubServer.secure(course.trusted(course.certificate()), script)) {
      for (int i = 0; i < 4; i++) {
        assertThat(course.probe(Probes.get(secureSite(server))).reason()).isEqualTo(Reason.NONE);
      }
      assertThat(sessions).hasSize(4).doesNotHaveDuplicates();
    }
  }

  private Instant tomorrow() {
    return course.now().plus(1, ChronoUnit.DAYS);
  }
}
