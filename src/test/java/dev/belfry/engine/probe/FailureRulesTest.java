package dev.belfry.engine.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.RefusalReason;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.channel.ChannelException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.time.Instant;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FailureRulesTest {
  private static final String WHERE = "example.com (203.0.113.7:443)";

  @ParameterizedTest
  @MethodSource({"connecting", "later"})
  void saysWhatAnExceptionMeans(Throwable cause, Phase phase, Reason reason, String part) {
    Failure failure = FailureRules.of(cause, phase, WHERE);

    assertThat(failure.reason()).isEqualTo(reason);
    assertThat(failure.message()).contains(part).contains(WHERE).doesNotEndWith(".");
  }

  static Stream<Arguments> connecting() {
    return Stream.of(
        at(new ConnectException("Connection refused"), "CONNECTION_REFUSED", "refused"),
        at(new NoRouteToHostException("No route to host"), "HOST_UNREACHABLE", "route"),
        at(new SocketException("Network is unreachable"), "NETWORK_UNREACHABLE", "network"),
        at(new SocketException("Host is unreachable"), "HOST_UNREACHABLE", "route"),
        at(new ConnectException("Connection timed out"), "CONNECT_TIMEOUT", "Timed out"),
        at(new IOException("Connection reset by peer"), "CONNECTION_RESET", "reset"),
        at(new BindException("Permission denied"), "NETWORK_UNREACHABLE", "not allowed"),
        at(new BindException("Cannot assign requested address"), "OVERLOADED", "no free port"),
        at(new ChannelException(new IOException("Too many open files")), "OVERLOADED", "socket"));
  }

  private static Arguments at(Throwable cause, String reason, String part) {
    return Arguments.of(cause, Phase.CONNECT, Reason.valueOf(reason), part);
  }

  static Stream<Arguments> later() {
    return Stream.of(
        Arguments.of(
            new NotSslRecordException("x"), Phase.SECURE, Reason.TLS_FAILED, "not speak TLS"),
        Arguments.of(
            new ClosedChannelException(), Phase.SECURE, Reason.CONNECTION_CLOSED, "handshake"),
        Arguments.of(
            new IOException("Connection reset"),
            Phase.SECURE,
            Reason.CONNECTION_RESET,
            "handshake"),
        Arguments.of(
            new SSLHandshakeException("Received fatal alert: handshake_failure"),
            Phase.SECURE,
            Reason.TLS_FAILED,
            "handshake_failure"),
        Arguments.of(
            new SSLHandshakeException(
                "error:10000410:SSL routines:OPENSSL_internal:SSLV3_ALERT_HANDSHAKE_FAILURE"),
            Phase.SECURE,
            Reason.TLS_FAILED,
            "failed: Received fatal alert: handshake_failure"),
        Arguments.of(
            new SSLException(
                "error:1000045c:SSL routines:OPENSSL_internal:TLSV1_ALERT_CERTIFICATE_REQUIRED"),
            Phase.FIRST_BYTE,
            Reason.TLS_FAILED,
            "first byte: Received fatal alert: certificate_required"),
        Arguments.of(
            new SSLException("error:1000008b:SSL routines:OPENSSL_internal:DECRYPTION_FAILED"),
            Phase.DOWNLOAD,
            Reason.TLS_FAILED,
            "answer: decryption failed"),
        Arguments.of(
            new DecoderException(new SSLException("bad record")),
            Phase.DOWNLOAD,
            Reason.TLS_FAILED,
            "bad record"),
        Arguments.of(
            new IOException("Broken pipe"),
            Phase.FIRST_BYTE,
            Reason.CONNECTION_RESET,
            "first byte"),
        Arguments.of(
            new PrematureChannelClosureException("x"),
            Phase.DOWNLOAD,
            Reason.CONNECTION_CLOSED,
            "reading"),
        Arguments.of(
            new TooLongHttpHeaderException("x"),
            Phase.DOWNLOAD,
            Reason.HEADERS_TOO_LARGE,
            "headers"),
        Arguments.of(
            new IllegalArgumentException("invalid version"),
            Phase.DOWNLOAD,
            Reason.MALFORMED_RESPONSE,
            "not valid HTTP"));
  }

  @Test
  void findsARefusedCertificateUnderItsWrappings() {
    CertificateRefusedException refused =
        new CertificateRefusedException(Reason.CERTIFICATE_EXPIRED, "It expired", Instant.EPOCH);
    SSLException wrapped = new SSLHandshakeException("General trouble");
    wrapped.initCause(refused);

    assertThat(FailureRules.of(new DecoderException(wrapped), Phase.SECURE, WHERE))
        .isEqualTo(new Failure(Reason.CERTIFICATE_EXPIRED, "It expired"));
  }

  @ParameterizedTest
  @EnumSource(RefusalReason.class)
  void hasAReasonForEachRefusal(RefusalReason refusal) {
    TargetRefusedException refused = new TargetRefusedException(refusal, "No");

    assertThat(FailureRules.refused(refused, false).message()).isEqualTo("No");
    assertThat(FailureRules.refused(refused, true).reason() == Reason.INVALID_REDIRECT)
        .isEqualTo(refusal == RefusalReason.INVALID);
  }
}
