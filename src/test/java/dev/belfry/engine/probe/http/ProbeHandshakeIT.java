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
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Handshakes: every engine passes and fails the same servers. */
@ParameterizedClass
@EnumSource(TlsEngine.class)
class ProbeHandshakeIT {
  private static final String OK = "HTTP/1.1 200 OK\nContent-Length: 2\n\nok";

  private final TlsEngine engine;
  private final ProbeCourse course;

  ProbeHandshakeIT(TlsEngine engine) throws Exception {
    this.engine = engine;
    course = new ProbeCourse(engine);
  }

  @AfterEach
  void close() {
    course.close();
  }

  /** BoringSSL does not offer Ed25519 for signatures, so such servers are left to the JDK. */
  @ParameterizedTest
  @CsvSource({
    "TLSv1.2,ecp256",
    "TLSv1.3,ecp256",
    "TLSv1.2,ecp384",
    "TLSv1.3,ecp384",
    "TLSv1.2,rsa2048",
    "TLSv1.3,rsa2048",
    "TLSv1.2,ed25519",
    "TLSv1.3,ed25519"
  })
  void speaksWithServersOfEveryKind(String protocol, Algorithm algorithm) throws Exception {
    try (StubServer server =
        StubServer.secure(
            course.trusted(course.certificate().algorithm(algorithm)),
            speaking(protocol, answering(OK)))) {
      ProbeResult result = course.probe(Probes.get(secureSite(server)));

      assertThat(result.message()).isEmpty();
      assertThat(result.statusCode()).isEqualTo(200);
      assertThat(result.timings().tlsMicros()).isPositive();
      assertThat(result.certificateExpiresAt()).isNotNull();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2,TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
    "TLSv1.2,TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256"
  })
  void tellsWhichAlertEndedTheHandshake(String protocol, String suite) throws Exception {
    AtomicInteger connections = new AtomicInteger();
    StubServer.Script odd =
        conversation -> {
          connections.incrementAndGet();
          ((SSLSocket) conversation.socket()).setEnabledCipherSuites(new String[] {suite});
          answering(OK).play(conversation);
        };
    try (StubServer server =
        StubServer.secure(course.trusted(course.certificate()), speaking(protocol, odd))) {
      ProbeResult result = course.probe(Probes.get(secureSite(server)));

      assertThat(result.reason()).isEqualTo(Reason.TLS_FAILED);
      assertThat(result.message())
          .isEqualTo(
              "The TLS handshake with site.test (127.0.0.1:"
                  + server.port()
                  + ") failed: Received fatal alert: handshake_failure");
      assertThat(connections).hasValue(engine == TlsEngine.JDK ? 1 : 2);
      assertThat(result.answer()).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({"site.test,site.test", "web,web", "127.0.0.1,-"})
  void sendsTheNameOfTheHostAndNoAddress(String host, String sent) throws Exception {
    course.dns().answer("web", "127.0.0.1");
    BlockingQueue<String> names = new LinkedBlockingQueue<>();
    StubServer.Script script =
        conversation -> {
          ExtendedSSLSession session =
              (ExtendedSSLSession) ((SSLSocket) conversation.socket()).getSession();
          names.add(
              session.getRequestedServerNames().stream()
                  .map(name -> ((SNIHostName) name).getAsciiName())
                  .findFirst()
                  .orElse("-"));
          answering(OK).play(conversation);
        };
    try (StubServer server = StubServer.secure(course.trusted(course.certificate()), script)) {
      ProbeResult result = course.probe(Probes.insecure("https://" + host + ":" + server.port()));

      assertThat(result.statusCode()).isEqualTo(200);
      assertThat(names.poll(5, TimeUnit.SECONDS)).isEqualTo(sent);
    }
  }

  @Test
  void dialsOnceWhereTheServerGivesUp() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    StubServer.Script closing =
        conversation -> {
          connections.incrementAndGet();
          assertThat(conversation.socket().getInputStream().read()).isPositive();
          conversation.reset();
        };
    try (StubServer server = StubServer.plain(closing)) {
      assertThat(course.probe(Probes.get(secureSite(server))).reason())
          .isEqualTo(Reason.CONNECTION_RESET);
      assertThat(connections).hasValue(1);
    }
  }

  @Test
  void freesTheMemoryOfEveryConnection() throws Exception {
    try (StubServer good = StubServer.secure(course.trusted(course.certificate()), answering(OK));
        StubServer wrong =
            StubServer.secure(course.trusted(course.certificateFor("x.test")), answering(OK));
        StubServer silent = StubServer.plain(StubServer.Conversation::hang);
        StubServer plain = StubServer.plain(conversation -> conversation.write("no TLS\r\n"));
        StubServer rude = StubServer.plain(StubServer.Conversation::reset)) {
      for (StubServer server : List.of(good, wrong, silent, plain, rude)) {
        for (int i = 0; i < 5; i++) {
          course.probe(Probes.impatient(secureSite(server), server == silent ? 50 : 5_000));
        }
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
      while (course.tls().open() > 0 && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      assertThat(course.tls().open()).isZero();
    }
  }

  private static StubServer.Script speaking(String protocol, StubServer.Script script) {
    return conversation -> {
      ((SSLSocket) conversation.socket()).setEnabledProtocols(new String[] {protocol});
      script.play(conversation);
    };
  }
}
