package dev.belfry.engine.probe;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The implementations of TLS that probes can use. Java verifies the certificates of both. */
public enum TlsEngine {
  /** A native library: a handshake costs less processor time than the JDK's. */
  BORINGSSL(SslProvider.OPENSSL_REFCNT),
  /** Runs everywhere, and knows more algorithms. */
  JDK(SslProvider.JDK);

  private static final Logger LOG = LoggerFactory.getLogger(TlsEngine.class);

  private final SslProvider provider;

  TlsEngine(SslProvider provider) {
    this.provider = provider;
  }

  SslProvider provider() {
    return provider;
  }

  /**
   * The engine for probes of this process. The first call loads the native library, which takes a
   * tenth of a second.
   */
  public static TlsEngine best() {
    return Best.ENGINE;
  }

  private static final class Best {
    static final TlsEngine ENGINE = find();

    private static TlsEngine find() {
      if (Boolean.getBoolean(CertificateVerifier.REVOCATION)) {
        LOG.info(
            "Probes use the TLS of the JDK, because {} is set", CertificateVerifier.REVOCATION);
        return JDK;
      }
      if (!OpenSsl.isAvailable()) {
        LOG.info(
            "Probes use the TLS of the JDK, which takes more processor time: "
                + "the native library cannot be loaded ({})",
            String.valueOf(OpenSsl.unavailabilityCause()));
        return JDK;
      }
      return BORINGSSL;
    }
  }
}
