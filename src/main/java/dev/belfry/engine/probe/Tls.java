package dev.belfry.engine.probe;

import dev.belfry.monitoring.certificate.ClientCertificate;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.Host;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Makes the TLS handlers of probes, with or without verification. It loads nothing before the first
 * handler or {@link #warmUp}.
 */
public final class Tls {
  private final CertificateVerifier verifier;
  private final Supplier<TlsEngine> engine;
  private final TlsInspector inspector;
  private final ClientTls proving;
  private @Nullable Loaded loaded;

  private record Loaded(TlsContexts jdk, TlsContexts preferred) {}

  /**
   * Creates the TLS of a prober.
   *
   * @param roots decides which issuers of certificates are trusted
   * @param engine called once, by the first that needs it
   */
  public Tls(X509ExtendedTrustManager roots, Supplier<TlsEngine> engine) {
    this.verifier = new CertificateVerifier(roots);
    this.engine = engine;
    this.inspector = new TlsInspector(verifier, engine);
    this.proving = new ClientTls(roots, verifier);
  }

  /** The TLS that trusts what the JDK trusts, by the best engine of this process. */
  public static Tls ofSystem() {
    return new Tls(CertificateVerifier.systemRoots(), TlsEngine::best);
  }

  private synchronized Loaded loaded() {
    Loaded made = loaded;
    if (made == null) {
      TlsContexts jdk = TlsContexts.jdk(verifier);
      made =
          new Loaded(
              jdk,
              engine.get() == TlsEngine.BORINGSSL ? TlsContexts.boringSsl(verifier, jdk) : jdk);
      loaded = made;
    }
    return made;
  }

  /** Loads what the first handshake needs, so that no probe's time includes it. */
  public void warmUp() {
    Host host = new Host("warm.invalid", false, null);
    new EmbeddedChannel(handler(ByteBufAllocator.DEFAULT, host, true, false)).finishAndReleaseAll();
  }

  /**
   * A handler for one connection.
   *
   * @param byJdk for a target with which the preferred engine shares no algorithm
   */
  public SslHandler handler(ByteBufAllocator allocator, Host host, boolean verify, boolean byJdk) {
    Loaded contexts = loaded();
    TlsContexts chosen = byJdk ? contexts.jdk() : contexts.preferred();
    return chosen.handler(allocator, host, verify);
  }

  /**
   * A handler for one connection that proves itself, by the JDK.
   *
   * @param own sent only if the server asks for a certificate
   */
  public SslHandler handler(
      ByteBufAllocator allocator, Host host, boolean verify, ClientCertificate own) {
    return proving.handler(allocator, host, verify, own);
  }

  /** Makes handlers that accept every certificate, for probes that look at certificates. */
  public TlsInspector inspector() {
    return inspector;
  }

  /** Whether the preferred engine is the JDK. */
  public boolean isJdk() {
    return loaded().preferred() == loaded().jdk();
  }

  /**
   * Whether a handshake failed for want of a common algorithm, or the like, with an engine other
   * than the JDK. The JDK knows more algorithms, so it has the last word, on a second connection.
   *
   * @param phase in which it failed
   */
  public boolean isLeftToTheJdk(Failure failure, Phase phase, Throwable cause) {
    return failure.reason() == Reason.TLS_FAILED
        && phase == Phase.SECURE
        && !(cause instanceof NotSslRecordException)
        && !isJdk();
  }

  /** Frees what a handler holds that no connection took over. */
  public static void discard(@Nullable SslHandler handler) {
    if (handler != null) {
      ReferenceCountUtil.release(handler.engine());
    }
  }

  /** When the target's certificate expires, null without one; invalidates the session. */
  public static @Nullable Instant expiry(SSLSession session) {
    try {
      Certificate leaf = session.getPeerCertificates()[0];
      return leaf instanceof X509Certificate x509 ? x509.getNotAfter().toInstant() : null;
    } catch (SSLPeerUnverifiedException e) {
      return null;
    } finally {
      session.invalidate();
    }
  }

  /** The connections that hold native memory. */
  public int open() {
    return loaded().preferred().open();
  }

  /** Frees native memory. Make no handler afterwards. */
  public synchronized void close() {
    inspector.close();
    if (loaded != null) {
      loaded.preferred().close();
    }
  }
}
