package dev.belfry.engine.probe.ssl;

import dev.belfry.engine.probe.ChainInspection;
import dev.belfry.monitoring.check.TlsVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a complete handshake showed.
 *
 * @param host the name or the address that the certificate must have
 * @param resolvedIp the address that was dialled
 * @param version null for one that is unknown
 * @param millis how long it took
 * @param chain as the server sent it, at least one
 * @param ocsp what the stapled OCSP response says; null when none was stapled
 * @param at when it was complete
 */
record SslHandshake(
    String host,
    String resolvedIp,
    @Nullable TlsVersion version,
    String cipherSuite,
    double millis,
    List<CertificateFacts> chain,
    ChainInspection inspection,
    @Nullable OcspStatus ocsp,
    Instant at) {
  SslHandshake {
    chain = List.copyOf(chain);
  }

  /** The server's own certificate. */
  CertificateFacts leaf() {
    return chain.get(0);
  }

  /** Whole days left; negative once the certificate has expired. */
  long daysUntilExpiry() {
    return Math.floorDiv(
        Duration.between(at, leaf().notAfter()).toMillis(), Duration.ofDays(1).toMillis());
  }

  /** The version by its name in JSON, {@code ""} for one that is unknown. */
  String versionText() {
    return version == null ? "" : version.wire();
  }
}
