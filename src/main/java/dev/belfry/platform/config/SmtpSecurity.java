package dev.belfry.platform.config;

/** How the connection to the mail server is protected. */
public enum SmtpSecurity {
  /** TLS from the first byte, with a certificate that is verified ({@code smtps://}). */
  TLS,
  /** STARTTLS or no mail at all, with a certificate that is verified. */
  STARTTLS_REQUIRED,
  /**
   * STARTTLS where it is offered. An attacker who removes the offer can also show a certificate of
   * their own, so it is not verified (opportunistic security, RFC 7435).
   */
  STARTTLS_OPTIONAL,
  /** No encryption, for a server on the same machine. */
  PLAIN
}
