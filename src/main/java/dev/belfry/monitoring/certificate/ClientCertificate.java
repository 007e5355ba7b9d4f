package dev.belfry.monitoring.certificate;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.UUID;

/**
 * A client certificate with its key, in the clear: for handshakes, never for an answer or a log.
 *
 * @param id names these bytes for good: a certificate is never changed
 * @param chain its own first, then its issuers', as the client sent them
 * @param trusted issuers that are trusted besides those of the JDK when it is used
 */
public record ClientCertificate(
    UUID id, List<X509Certificate> chain, PrivateKey key, List<X509Certificate> trusted) {
  public ClientCertificate {
    chain = List.copyOf(chain);
    trusted = List.copyOf(trusted);
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "ClientCertificate[" + id + "]";
  }
}
