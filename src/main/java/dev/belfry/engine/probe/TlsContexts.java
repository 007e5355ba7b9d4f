package dev.belfry.engine.probe;

import dev.belfry.monitoring.certificate.ClientCertificate;
import dev.belfry.platform.guard.Host;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.ReferenceCounted;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Makes the handlers of one engine, with and without verification. It keeps no session. */
final class TlsContexts {
  /** Keeps the JDK from looking for a session of the host and from storing one. */
  private static final int NO_PORT = -1;

  /** What the JDK offers too. The default of BoringSSL makes a first message of 1.7 kB. */
  private static final String[] GROUPS = {"x25519", "secp256r1", "secp384r1", "secp521r1"};

  private final TlsEngine engine;
  private final SslContext verifying;
  private final SslContext accepting;

  private TlsContexts(
      TlsEngine engine, CertificateVerifier verifier, Supplier<SslContextBuilder> builder) {
    this.engine = engine;
    try {
      verifying = context(builder.get().trustManager(verifier));
      accepting = context(builder.get().trustManager(InsecureTrustManagerFactory.INSTANCE));
    } catch (SSLException e) {
      throw new IllegalStateException("Cannot create a TLS context of " + engine, e);
    }
  }

  /** The contexts of the JDK, which offer what its security properties permit. */
  static TlsContexts jdk(CertificateVerifier verifier) {
    return new TlsContexts(TlsEngine.JDK, verifier, () -> builder(TlsEngine.JDK, null));
  }

  /** The contexts of BoringSSL. They offer no protocol or cipher suite that the others do not. */
  static TlsContexts boringSsl(CertificateVerifier verifier, TlsContexts jdk) {
    return new TlsContexts(TlsEngine.BORINGSSL, verifier, () -> builder(TlsEngine.BORINGSSL, jdk));
  }

  /** {@link CertificateVerifier} checks the name. One session is the smallest cache of the JDK. */
  private static SslContextBuilder builder(TlsEngine engine, @Nullable TlsContexts offering) {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(engine.provider())
            .endpointIdentificationAlgorithm(null)
            .sessionCacheSize(1)
            .sessionTimeout(1);
    if (offering != null) {
      SSLEngine offer = offering.verifying.newEngine(ByteBufAllocator.DEFAULT);
      builder
          .ciphers(offering.verifying.cipherSuites(), SupportedCipherSuiteFilter.INSTANCE)
          .protocols(Arrays.asList(offer.getEnabledProtocols()));
      if (System.getProperty("jdk.tls.namedGroups") == null) {
        builder.option(OpenSslContextOption.GROUPS, GROUPS);
      }
    }
    return builder;
  }

  /** Contexts of the JDK that prove themselves with a certificate to servers that ask for one. */
  static TlsContexts proving(CertificateVerifier verifier, ClientCertificate own) {
    X509Certificate[] chain = own.chain().toArray(X509Certificate[]::new);
    return new TlsContexts(
        TlsEngine.JDK, verifier, () -> builder(TlsEngine.JDK, null).keyManager(own.key(), chain));
  }

  private TlsContexts(TlsEngine engine, SslContextBuilder inspecting) {
    this.engine = engine;
    try {
      accepting = context(inspecting.trustManager(new UncheckedTrust()));
      verifying = ReferenceCountUtil.retain(accepting);
    } catch (SSLException e) {
      throw new IllegalStateException("Cannot create a TLS context of " + engine, e);
    }
  }

  /**
   * Contexts that accept every certificate, with or without verification, ask for a stapled OCSP
   * response and offer all that the engine knows: a server is told apart by what it chooses.
   */
  static TlsContexts inspecting(TlsEngine engine) {
    SslContextBuilder builder = builder(engine, null);
    if (engine == TlsEngine.BORINGSSL) {
      Set<String> suites = new LinkedHashSet<>(OpenSsl.availableJavaCipherSuites());
      builder
          .ciphers(suites, SupportedCipherSuiteFilter.INSTANCE)
          .protocols("TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1")
          .enableOcsp(true)
          .option(OpenSslContextOption.GROUPS, GROUPS);
    }
    return new TlsContexts(engine, builder);
  }

  private static SslContext context(SslContextBuilder builder) throws SSLException {
    SslContext context = builder.build();
    if (context.sessionContext() instanceof OpenSslSessionContext sessions) {
      sessions.setSessionCacheEnabled(false);
    }
    return context;
  }

  /** A handler for one connection. It has no time-out, since the probe has one. */
  SslHandler handler(ByteBufAllocator allocator, Host host, boolean verify) {
    SslContext context = verify ? verifying : accepting;
    SslHandler handler = context.newHandler(allocator, host.name(), NO_PORT);
    if (host.address() == null) {
      sendName(handler.engine(), host.name());
    }
    handler.setHandshakeTimeoutMillis(0);
    return handler;
  }

  /** Left alone, both would send nothing for a name without a dot. */
  private void sendName(SSLEngine handshake, String host) {
    SSLParameters parameters =
        engine == TlsEngine.JDK ? handshake.getSSLParameters() : new SSLParameters();
    parameters.setServerNames(List.of(new SNIHostName(host.getBytes(StandardCharsets.US_ASCII))));
    handshake.setSSLParameters(parameters);
  }

  /** The connections that hold native memory; 0 for an engine without such memory. */
  int open() {
    return verifying instanceof ReferenceCounted one && accepting instanceof ReferenceCounted other
        ? one.refCnt() + other.refCnt() - 2
        : 0;
  }

  /** Frees the native memory as soon as the last connection has ended. */
  void close() {
    ReferenceCountUtil.release(verifying);
    ReferenceCountUtil.release(accepting);
  }
}
