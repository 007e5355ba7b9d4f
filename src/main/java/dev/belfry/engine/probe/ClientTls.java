package dev.belfry.engine.probe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.belfry.monitoring.certificate.ClientCertificate;
import dev.belfry.platform.guard.Host;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import java.util.UUID;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Makes the TLS handlers of connections that prove themselves with a client certificate, by the
 * JDK. Each certificate has contexts of its own, so that nothing of one handshake is there in that
 * of another certificate. Any thread may call.
 */
final class ClientTls {
  /** Certificates whose contexts are kept. */
  private static final int MOST_KEPT = 200;

  private final X509ExtendedTrustManager roots;
  private final CertificateVerifier verifier;
  private final Cache<UUID, TlsContexts> contexts =
      Caffeine.newBuilder().maximumSize(MOST_KEPT).executor(Runnable::run).build();

  /**
   * @param roots decides which issuers are trusted
   * @param verifier by these roots alone
   */
  ClientTls(X509ExtendedTrustManager roots, CertificateVerifier verifier) {
    this.roots = roots;
    this.verifier = verifier;
  }

  /** A handler for one connection. */
  SslHandler handler(ByteBufAllocator allocator, Host host, boolean verify, ClientCertificate own) {
    return contexts.get(own.id(), id -> made(own)).handler(allocator, host, verify);
  }

  private TlsContexts made(ClientCertificate own) {
    return TlsContexts.proving(
        own.trusted().isEmpty()
            ? verifier
            : new CertificateVerifier(new AddedIssuers(roots, own.trusted())),
        own);
  }
}
