package dev.belfry.engine.probe.ssl;

import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.Phase;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeExecution;
import dev.belfry.engine.probe.Tls;
import dev.belfry.engine.probe.TlsInspector;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.SslConfig;
import dev.belfry.monitoring.check.SslRequest;
import dev.belfry.monitoring.check.TlsVersion;
import dev.belfry.platform.guard.Host;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.NetUtil;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Makes a TLS handshake, whatever the certificate is, and takes down what it shows. */
public final class SslExecution extends ProbeExecution {
  private static final double NANOS_PER_MILLI = 1_000_000;

  private final SslConfig config;
  private final Host named;
  private @Nullable SslConnection connection;
  private @Nullable InetSocketAddress address;
  private @Nullable SslAnswer answer;
  private boolean usesJdk;

  /**
   * Creates an execution that waits for its slot.
   *
   * @param timeout of the whole probe
   * @throws TargetRefusedException if the host cannot be dialled
   */
  public SslExecution(SslRequest request, Duration timeout, Context context)
      throws TargetRefusedException {
    super(timeout, Host.ofName(request.sslConfig().hostname()), context);
    this.config = request.sslConfig();
    String name = config.serverName();
    this.named = Host.ofName(name == null ? config.hostname() : name);
  }

  @Override
  protected void begin() {
    lookUp(config.ipFamily());
  }

  @Override
  protected void onResolved(InetAddress resolved) {
    dial(new InetSocketAddress(resolved, config.port()));
  }

  private void dial(InetSocketAddress dialled) {
    enter(null);
    address = dialled;
    dialling(dialled);
    SslHandler handler =
        loop()
            .tls()
            .inspector()
            .handler(ByteBufAllocator.DEFAULT, named, config.handshakeTimeoutMs(), usesJdk);
    enter(Phase.CONNECT);
    SslConnection next;
    try {
      next = new SslConnection(this, dialled);
    } catch (ChannelException e) {
      Tls.discard(handler);
      onFailure(e);
      return;
    }
    connection = next;
    next.open(handler);
  }

  /** The response time of an SSL monitor is that of its handshake. */
  @Override
  protected Phase measured() {
    return Phase.SECURE;
  }

  /** The handshake is complete. */
  void onHandshake(SSLEngine engine, long nanos) {
    connection = null;
    long at = System.nanoTime();
    try {
      answer = SslAnswer.of(config, handshake(engine, nanos));
    } catch (CertificateException | SSLPeerUnverifiedException e) {
      finish(
          new Failure(
              Reason.TLS_FAILED, "The certificate of " + named + " cannot be read: " + text(e)),
          at);
      return;
    }
    finish(Failure.NONE, at);
  }

  private static String text(Exception cause) {
    return String.valueOf(cause.getMessage());
  }

  private SslHandshake handshake(SSLEngine engine, long nanos)
      throws CertificateException, SSLPeerUnverifiedException {
    SSLSession session = engine.getSession();
    List<X509Certificate> chain = parsed(session.getPeerCertificates());
    List<CertificateFacts> facts = new ArrayList<>(chain.size());
    for (X509Certificate certificate : chain) {
      facts.add(CertificateFacts.of(certificate));
    }
    String suite = session.getCipherSuite().replaceFirst("^SSL_", "TLS_");
    Instant now = Instant.ofEpochMilli(session.getCreationTime());
    byte[] stapled = TlsInspector.stapled(engine);
    return new SslHandshake(
        named.name(),
        address == null ? "" : NetUtil.toAddressString(address.getAddress()),
        TlsVersion.ofProtocol(session.getProtocol()).orElse(null),
        suite,
        Math.round(nanos / NANOS_PER_MILLI * 100) / 100.0,
        facts,
        loop().tls().inspector().inspect(chain, named.name(), suite),
        stapled.length == 0
            ? null
            : OcspResponse.status(
                stapled, chain.get(0), chain.size() > 1 ? chain.get(1) : null, now),
        now);
  }

  /** The engine may not have parsed what it did not look at. */
  private static List<X509Certificate> parsed(Certificate[] sent) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> chain = new ArrayList<>(sent.length);
    for (Certificate one : sent) {
      ByteArrayInputStream encoded = new ByteArrayInputStream(one.getEncoded());
      chain.add((X509Certificate) factory.generateCertificate(encoded));
    }
    return chain;
  }

  @Override
  protected void onFailure(Throwable cause) {
    Failure failure = failure(cause);
    boolean isFirst = !isDone() && !usesJdk;
    if (address != null && isFirst && loop().tls().isLeftToTheJdk(failure, phase(), cause)) {
      usesJdk = true;
      dial(address);
    } else {
      finish(failure);
    }
  }

  @Override
  protected @Nullable ProbeAnswer release() {
    SslConnection open = connection;
    if (open != null) {
      open.abandon();
    }
    return answer;
  }
}
