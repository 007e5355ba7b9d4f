package dev.belfry.api.http;

/** The API cannot be served with a certificate; the message tells a person what to do about it. */
public final class CertificateUnusable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CertificateUnusable(String message) {
    super(message);
  }
}
