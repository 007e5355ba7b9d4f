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
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that end the handshake, drag it out, or speak an old version. */
class SslFaultsIT {
  /** Long enough for a handshake that is not meant to take long, on a busy machine. */
  private static final int MILLIS = 700;

  /** A suite that old versions have too. */
  private static final String OLD_SUITE = "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA";

  @SuppressWarnings("NullAway.Init")
  private static ProbeCourse course;

  @SuppressWarnings("NullAway.Init")
  private static X509Bundle certificate;

  @BeforeAll
  static void open() throws Exception {
    course = new ProbeCourse();
    certificate =
        course.trusted(
            course
                .certificate()
                .serial(BigInteger.valueOf(4711))
                .notAfter(course.now().plus(Duration.ofDays(60))));
  }

  @AfterAll
  static void close() {
    course.close();
  }

  private static ProbeResult of(StubServer.Script script) throws Exception {
    try (StubServer server = StubServer.plain(script)) {
      ProbeResult result =
          SslCourse.probe(
              course,
              SslConfig.of(ProbeCourse.SITE, server.port(), null, null, null, MILLIS, null, null));
      server.awaitAllClosed();
      assertThat(result.answer()).isNull();
      assertThat(result.address()).isEqualTo("127.0.0.1:" + server.port());
      return result;
    }
  }

  @Test
  void aServerThatSaysNothingTimesOut() throws Exception {
    ProbeResult result = of(StubServer.Conversation::hang);
    assertThat(result.reason()).isEqualTo(Reason.TLS_TIMEOUT);
    assertThat(result.message())
        .startsWith("The TLS handshake with site.test (127.0.0.1:")
        .endsWith("was not done in time");
  }

  @Test
  void halfAHandshakeTimesOut() throws Exception {
    assertThat(
            of(conversation -> {
                  assertThat(conversation.socket().getInputStream().read()).isPositive();
                  OutputStream out = conversation.socket().getOutputStream();
                  out.write(new byte[] {0x16, 3, 3, 0, 0x50, 2, 0, 0, 0x4c});
                  out.flush();
                  conversation.hang();
                })
                .reason())
        .isEqualTo(Reason.TLS_TIMEOUT);
  }

  @Test
  void theProbeHasALimitOfItsOwn() throws Exception {
    try (StubServer server = StubServer.plain(StubServer.Conversation::hang)) {
      ProbeResult result =
          SslCourse.probe(course, SslCourse.site(server.port()), Duration.ofMillis(MILLIS));
      assertThat(result.reason()).isEqualTo(Reason.TLS_TIMEOUT);
      assertThat(result.message()).startsWith("Timed out after 700 ms during the TLS handshake");
    }
  }

  @Test
  void plainTextIsNoTls() throws Exception {
    ProbeResult result = of(conversation -> conversation.write("220 ready\r\n"));
    assertThat(result.reason()).isEqualTo(Reason.TLS_FAILED);
    assertThat(result.message()).endsWith("failed: it does not speak TLS");
  }

  @Test
  void aConnectionThatIsClosedAtOnceIsToldSo() throws Exception {
    assertThat(of(conversation -> {}).reason())
        .isIn(Reason.CONNECTION_CLOSED, Reason.CONNECTION_RESET);
    assertThat(
            of(conversation -> {
                  assertThat(conversation.socket().getInputStream().read()).isPositive();
                  conversation.reset();
                })
                .reason())
        .isEqualTo(Reason.CONNECTION_RESET);
  }

  @Test
  void aClosedPortIsRefused() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertThat(SslCourse.probe(course, SslCourse.site(port)).reason())
        .isEqualTo(Reason.CONNECTION_REFUSED);
  }

  @Test
  void addressesAreHeldToTheGuard() throws Exception {
    course.dns().answer("inside.test", "10.0.0.1");
    for (String host : List.of("10.0.0.1", "inside.test")) {
      assertThat(
              SslCourse.probe(course, SslConfig.of(host, 443, null, null, null, null, null, null))
                  .reason())
          .isEqualTo(Reason.ADDRESS_FORBIDDEN);
    }
    assertThat(
            SslCourse.probe(course, SslConfig.of("a b", 443, null, null, null, null, null, null))
                .reason())
        .isEqualTo(Reason.INVALID_URL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void oneVersionIsEnough(String protocol) throws Exception {
    StubServer.Script script =
        conversation -> {
          ((SSLSocket) conversation.socket()).setEnabledProtocols(new String[] {protocol});
          SslCourse.HANDSHAKE.play(conversation);
        };
    try (StubServer server = StubServer.secure(certificate, script)) {
      ProbeResult result = SslCourse.probe(course, SslCourse.site(server.port()));
      assertThat(SslCourse.failure(result)).isEqualTo(Failure.NONE);
      assertThat(SslCourse.facts(result).path("protocol").asText())
          .isEqualTo(protocol.replace("v", ""));
    }
  }

  @ParameterizedTest
  @CsvSource({"TLSv1, TLS1.0", "TLSv1.1, TLS1.1"})
  void anOldServerIsToldByItsVersion(String protocol, String version) throws Exception {
    try (NettyTlsServer server =
        new NettyTlsServer(certificate, protocol, List.of(OLD_SUITE), new byte[0])) {
      ProbeResult result = SslCourse.probe(course, SslCourse.site(server.port()));
      assertThat(SslCourse.facts(result).path("protocol").asText()).isEqualTo(version);
      assertThat(SslCourse.failure(result).reason()).isEqualTo(Reason.SECURITY_BASELINE);
      assertThat(SslCourse.failure(result).message())
          .isEqualTo(
              "The TLS of site.test does not meet the security baseline: the version is "
                  + version
                  + ", and not TLS1.2 or later");
    }
  }

  @Test
  void theJdkNamesTheVersionThatItDoesNotSpeak() throws Exception {
    try (ProbeCourse jdk = new ProbeCourse(TlsEngine.JDK);
        NettyTlsServer server =
            new NettyTlsServer(certificate, "TLSv1", List.of(OLD_SUITE), new byte[0])) {
      ProbeResult result = SslCourse.probe(jdk, SslCourse.site(server.port()));
      assertThat(result.reason()).isEqualTo(Reason.TLS_FAILED);
      assertThat(result.message()).contains("protocol");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BORINGSSL, TLSv1.2, good, NONE",
    "BORINGSSL, TLSv1.3, good, NONE",
    "BORINGSSL, TLSv1.3, revoked, CERTIFICATE_REVOKED",
    "BORINGSSL, TLSv1.3, invalid, NONE",
    "JDK, TLSv1.2, good, NONE",
    "JDK, TLSv1.3, revoked, CERTIFICATE_REVOKED"
  })
  void aStapledResponseIsRead(TlsEngine engine, String protocol, String status, Reason reason)
      throws Exception {
    X509Bundle issuer = ProbeCourse.issuer("CN=Stapler");
    X509Bundle stapled =
        course
            .certificate()
            .serial(BigInteger.TEN)
            .notAfter(course.now().plus(Duration.ofDays(60)))
            .buildIssuedBy(issuer);
    Instant before = course.now().minus(Duration.ofHours(1));
    byte[] said = status.equals("revoked") ? Der.revoked(before) : Der.GOOD;
    BigInteger serial = status.equals("invalid") ? BigInteger.ONE : BigInteger.TEN;
    try (ProbeCourse other = new ProbeCourse(engine);
        NettyTlsServer server =
            new NettyTlsServer(
                stapled,
                protocol,
                List.of(),
                Der.response(serial, said, before, null, issuer, false))) {
      ProbeResult result = SslCourse.probe(other, SslCourse.lenient(server.port()));
      JsonNode facts = SslCourse.facts(result);
      assertThat(facts.path("ocspStapled").asBoolean()).isTrue();
      assertThat(facts.path("ocspStatus").asText()).isEqualTo(status);
      assertThat(SslCourse.failure(result).reason()).isEqualTo(reason);
    }
  }

  @ParameterizedTest
  @CsvSource({", false", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, false"})
  void theChosenSuiteIsTold(@Nullable String suite, boolean weak) throws Exception {
    try (NettyTlsServer server =
        new NettyTlsServer(
            certificate, "TLSv1.2", suite == null ? List.of() : List.of(suite), new byte[0])) {
      JsonNode facts = SslCourse.facts(SslCourse.probe(course, SslCourse.site(server.port())));
      assertThat(facts.path("cipherSuite").asText())
          .startsWith("TLS_ECDHE_ECDSA_WITH_")
          .matches(suite == null ? ".*(GCM|POLY1305).*" : ".*AES_128_CBC_SHA");
      assertThat(facts.at("/securityBaseline/weakCipherSuite/violated").asBoolean())
          .isEqualTo(weak);
    }
  }
}
