package dev.belfry.engine.probe.ssl;

import java.util.Locale;

/** What a stapled OCSP response says of a certificate. */
enum OcspStatus {
  GOOD,
  REVOKED,
  /** The responder does not know the certificate, or the server did not send its issuer. */
  UNKNOWN,
  /** It is malformed, out of date, for another certificate, or not signed by the issuer. */
  INVALID;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
