package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.RefusalReason;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.channel.ChannelException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.io.IOException;
import java.net.BindException;
import java.net.NoRouteToHostException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import javax.net.ssl.SSLException;

/** Maps an exception of the network to the reason and message of a failure. */
public final class FailureRules {
  /** The failure of a probe that its own instance ends. */
  static final Failure CANCELLED = new Failure(Reason.CANCELLED, "The instance is being stopped");

  /** The failure of a probe that got no slot in time. */
  static final Failure REFUSED =
      new Failure(Reason.OVERLOADED, "Too many probes of this host are under way");

  /** Alerts of a server about the certificate of its client (RFC 8446, section 6.2). */
  private static final String CERTIFICATE_REQUIRED = "alert: certificate_required";

  private static final String BAD_CERTIFICATE = "alert: bad_certificate";

  private FailureRules() {}

  /**
   * The failure that an exception stands for.
   *
   * @param phase of the probe when the exception was thrown
   * @param where the target, such as {@code example.com (203.0.113.7:443)}
   */
  static Failure of(Throwable thrown, Phase phase, String where) {
    Throwable cause = root(thrown);
    if (cause instanceof CertificateRefusedException refused) {
      return refused.failure();
    }
    if (phase == Phase.CONNECT) {
      return connecting(cause, where);
    }
    if (cause instanceof IOException && !(cause instanceof SSLException)) {
      return isClosed(cause) ? closed(phase, where) : reset(phase, where);
    }
    if (phase == Phase.SECURE) {
      return securing(cause, where);
    }
    return answering(cause, phase, where);
  }

  /** The failure for a connection that the target closed before its response was complete. */
  static Failure closed(Phase phase, String where) {
    return new Failure(Reason.CONNECTION_CLOSED, where + " closed the connection " + phase.when());
  }

  private static Failure reset(Phase phase, String where) {
    return new Failure(Reason.CONNECTION_RESET, where + " reset the connection " + phase.when());
  }

  private static Failure connecting(Throwable cause, String where) {
    String text = text(cause).toLowerCase(Locale.ROOT);
    if (text.contains("network is unreachable")) {
      return new Failure(
          Reason.NETWORK_UNREACHABLE, "The network of " + where + " is unreachable from here");
    }
    if (cause instanceof NoRouteToHostException || text.contains("unreachable")) {
      return new Failure(Reason.HOST_UNREACHABLE, "There is no route to " + where);
    }
    if (text.contains("cannot assign") || text.contains("too many open files")) {
      return new Failure(
          Reason.OVERLOADED, "This instance has no free port or socket to reach " + where);
    }
    if (cause instanceof BindException || text.contains("not permitted")) {
      return new Failure(
          Reason.NETWORK_UNREACHABLE, "This instance is not allowed to connect to " + where);
    }
    if (text.contains("timed out")) {
      return new Failure(Reason.CONNECT_TIMEOUT, "Timed out while connecting to " + where);
    }
    if (text.contains("reset")) {
      return reset(Phase.CONNECT, where);
    }
    return new Failure(Reason.CONNECTION_REFUSED, "The connection to " + where + " was refused");
  }

  private static Failure securing(Throwable cause, String where) {
    String text = text(cause);
    if (isClosed(cause)) {
      return closed(Phase.SECURE, where);
    }
    if (cause instanceof SslHandshakeTimeoutException) {
      return new Failure(
          Reason.TLS_TIMEOUT, "The TLS handshake with " + where + " was not done in time");
    }
    String why = cause instanceof NotSslRecordException ? "it does not speak TLS" : text;
    return new Failure(Reason.TLS_FAILED, "The TLS handshake with " + where + " failed: " + why);
  }

  private static Failure answering(Throwable cause, Phase phase, String where) {
    if (cause instanceof TooLongFrameException) {
      return new Failure(
          Reason.HEADERS_TOO_LARGE, "The headers of the answer of " + where + " are too large");
    }
    if (cause instanceof PrematureChannelClosureException) {
      return closed(phase, where);
    }
    if (cause instanceof SSLException) {
      return new Failure(
          Reason.TLS_FAILED, "TLS with " + where + " failed " + phase.when() + ": " + text(cause));
    }
    return new Failure(Reason.MALFORMED_RESPONSE, "The answer of " + where + " is not valid HTTP");
  }

  /** The failure for a target that the guard refused to dial, at the first hop or a redirect. */
  public static Failure refused(TargetRefusedException refused, boolean redirected) {
    Reason invalid = redirected ? Reason.INVALID_REDIRECT : Reason.INVALID_URL;
    String sentence = refused.sentence();
    boolean isInvalid = refused.refusal() == RefusalReason.INVALID;
    return new Failure(
        reason(refused.refusal(), invalid),
        redirected && isInvalid ? "A redirect cannot be followed: " + sentence : sentence);
  }

  private static Reason reason(RefusalReason refusal, Reason invalid) {
    return switch (refusal) {
      case INVALID -> invalid;
      case NAME_NOT_FOUND -> Reason.NAME_NOT_FOUND;
      case LOOKUP_FAILED -> Reason.NAME_LOOKUP_FAILED;
      case LOOKUP_TIMEOUT -> Reason.NAME_LOOKUP_TIMEOUT;
      case NO_ADDRESS_OF_FAMILY -> Reason.NO_ADDRESS_OF_FAMILY;
      case FORBIDDEN -> Reason.ADDRESS_FORBIDDEN;
    };
  }

  private static boolean isClosed(Throwable cause) {
    return cause instanceof ClosedChannelException
        || text(cause).startsWith("Connection closed while SSL/TLS handshake");
  }

  private static String text(Throwable cause) {
    String text = cause.getMessage();
    if (text == null) {
      return cause.getClass().getSimpleName();
    }
    String plain = BoringSslErrors.inPlainWords(text);
    return plain.endsWith(CERTIFICATE_REQUIRED) || plain.endsWith(BAD_CERTIFICATE)
        ? plain + "; the server asks for a client certificate that it accepts"
        : plain;
  }

  /** The innermost wrapped exception, or the refused certificate anywhere among the causes. */
  private static Throwable root(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof CertificateRefusedException) {
        return at;
      }
    }
    boolean isWrapping =
        thrown instanceof ChannelException || thrown.getClass().equals(DecoderException.class);
    Throwable inner = thrown.getCause();
    return isWrapping && inner != null ? root(inner) : thrown;
  }
}
