package dev.belfry.engine.probe;

import dev.belfry.platform.guard.Host;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Makes the TLS handlers of probes, with or without verification. It keeps no session. */
final class Tls {
  /** Keeps the JDK from looking for a session of the host and from storing one. */
  private static final int NO_PORT = -1;

  private final SslContext verifying;
  private final SslContext accepting;

  Tls(X509ExtendedTrustManager roots) {
    try {
      verifying = builder().trustManager(new CertificateVerifier(roots)).build();
      accepting = builder().trustManager(InsecureTrustManagerFactory.INSTANCE).build();
    } catch (SSLException e) {
      throw new IllegalStateException("Cannot create a TLS context of the JDK", e);
    }
  }

  /** {@link CertificateVerifier} checks the name. One session is the smallest cache. */
  private static SslContextBuilder builder() {
    return SslContextBuilder.forClient()
        .sslProvider(SslProvider.JDK)
        .endpointIdentificationAlgorithm(null)
        .sessionCacheSize(1)
        .sessionTimeout(1);
  }

  /** Loads the classes of the first handshake, so that no probe's time includes it. */
  void warmUp() {
    Host host = new Host("warm.invalid", false, null);
    new EmbeddedChannel(handler(ByteBufAllocator.DEFAULT, host, true)).finishAndReleaseAll();
  }

  /** A handler for one connection. It has no time-out, since the probe has one. */
  SslHandler handler(ByteBufAllocator allocator, Host host, boolean verify) {
    SslContext context = verify ? verifying : accepting;
    SslHandler handler = context.newHandler(allocator, host.name(), NO_PORT);
    if (host.address() == null) {
      SSLEngine engine = handler.engine();
      SSLParameters parameters = engine.getSSLParameters();
      byte[] name = host.name().getBytes(StandardCharsets.US_ASCII);
      parameters.setServerNames(List.of(new SNIHostName(name)));
      engine.setSSLParameters(parameters);
    }
    handler.setHandshakeTimeoutMillis(0);
    return handler;
  }

  /** When the target's certificate expires, null without one; invalidates the session. */
  static @Nullable Instant expiry(SSLSession session) {
    try {
      Certificate leaf = session.getPeerCertificates()[0];
      return leaf instanceof X509Certificate x509 ? x509.getNotAfter().toInstant() : null;
    } catch (SSLPeerUnverifiedException e) {
      return null;
    } finally {
      session.invalidate();
    }
  }
}
