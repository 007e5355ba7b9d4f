package dev.belfry.api.http;

/** The API cannot be served with a certificate; the message says how to mend it. */
public final class CertificateUnusableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CertificateUnusableException(String message) {
    super(message);
  }
}
