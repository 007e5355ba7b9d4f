package dev.belfry.engine.probe;

import dev.belfry.platform.guard.Host;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;

/**
 * Makes the TLS handlers of connections whose certificates are looked at and not relied on. They
 * offer all that the engine knows, ask for a stapled OCSP response and accept every chain. It loads
 * nothing before the first handler.
 */
public final class TlsInspector {
  /** The key exchange of which the certificate's own key is a part. */
  private static final String BY_KEY = "TLS_RSA_";

  private final CertificateVerifier verifier;
  private final Supplier<TlsEngine> engine;
  private @Nullable TlsContexts jdk;
  private @Nullable TlsContexts preferred;

  TlsInspector(CertificateVerifier verifier, Supplier<TlsEngine> engine) {
    this.verifier = verifier;
    this.engine = engine;
  }

  /**
   * A handler for one connection.
   *
   * @param host whose name is sent, unless it is an address
   * @param handshakeMillis limit of the handshake
   * @param byJdk for a target with which the preferred engine shares no algorithm
   */
  public SslHandler handler(
      ByteBufAllocator allocator, Host host, long handshakeMillis, boolean byJdk) {
    SslHandler handler = contexts(byJdk || isJdk()).handler(allocator, host, false);
    handler.setHandshakeTimeoutMillis(handshakeMillis);
    return handler;
  }

  private boolean isJdk() {
    return engine.get() == TlsEngine.JDK;
  }

  private synchronized TlsContexts contexts(boolean byJdk) {
    TlsContexts made = byJdk ? jdk : preferred;
    if (made == null) {
      made = TlsContexts.inspecting(byJdk ? TlsEngine.JDK : TlsEngine.BORINGSSL);
      if (byJdk) {
        jdk = made;
      } else {
        preferred = made;
      }
    }
    return made;
  }

  /**
   * Looks for the defects of a chain.
   *
   * @param host the name or the address that the first certificate must have
   * @param cipherSuite the negotiated one
   */
  public ChainInspection inspect(List<X509Certificate> chain, String host, String cipherSuite) {
    return verifier.inspect(
        chain.toArray(new X509Certificate[0]),
        host,
        cipherSuite.startsWith(BY_KEY) ? "RSA" : "UNKNOWN");
  }

  /** The names and addresses that a certificate is for, lower case. */
  public static List<String> namesOf(X509Certificate certificate) {
    return CertificateNames.of(certificate).all();
  }

  /** Whether a certificate is signed with its own key. */
  public static boolean isSelfSigned(X509Certificate certificate) {
    return CertificateVerifier.isSelfSigned(certificate);
  }

  /** The OCSP response that the server stapled to its certificate; empty for none. */
  public static byte[] stapled(SSLEngine engine) {
    byte[] response = null;
    if (engine instanceof ReferenceCountedOpenSslEngine boringSsl) {
      response = boringSsl.getOcspResponse();
    } else if (engine.getSession() instanceof ExtendedSSLSession session) {
      List<byte[]> responses = session.getStatusResponses();
      response = responses.isEmpty() ? null : responses.get(0);
    }
    return response == null ? new byte[0] : response;
  }

  synchronized void close() {
    if (preferred != null) {
      preferred.close();
    }
  }
}
