package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.Reason;
import java.security.cert.CertificateException;
import java.time.Instant;

/** Thrown for a certificate that fails verification; also says when it expires. */
final class CertificateRefusedException extends CertificateException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final String sentence;
  private final Instant expiresAt;

  CertificateRefusedException(Reason reason, String sentence, Instant expiresAt) {
    super(sentence);
    this.reason = reason;
    this.sentence = sentence;
    this.expiresAt = expiresAt;
  }

  Failure failure() {
    return new Failure(reason, sentence);
  }

  Instant expiresAt() {
    return expiresAt;
  }
}
