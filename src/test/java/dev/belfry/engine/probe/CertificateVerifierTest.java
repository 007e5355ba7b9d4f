package dev.belfry.engine.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.Host;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the JDK refuses stays refused when another engine shakes hands. */
class CertificateVerifierTest {
  private final Instant now = Instant.now();

  private final X509Bundle issuer = ProbeCourse.issuer("CN=Trusted Issuer");
  private final Roots roots = new Roots((X509ExtendedTrustManager) issuer.toTrustManager());
  private final CertificateVerifier verifier = new CertificateVerifier(roots);
  private final TlsContexts contexts = TlsContexts.boringSsl(verifier, TlsContexts.jdk(verifier));
  private final SslHandler handler =
      contexts.handler(ByteBufAllocator.DEFAULT, new Host("site.test", false, null), true);
  private final SSLEngine engine = handler.engine();

  CertificateVerifierTest() throws Exception {
    engine.beginHandshake();
    engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocateDirect(32 << 10));
  }

  @AfterEach
  void close() {
    Tls.discard(handler);
    contexts.close();
  }

  @Test
  void refusesAKeyThatIsShorterThanTheJdkPermits() throws Exception {
    assertThat(refusal(leaf().publicKey(rsaKey(1024)).buildIssuedBy(issuer))).isNull();
    assertThat(refusal(leaf().publicKey(rsaKey(1000)).buildIssuedBy(issuer)))
        .isEqualTo(
            new Failure(
                Reason.CERTIFICATE_UNTRUSTED,
                "The issuer of the certificate of site.test (CN=Trusted Issuer) is not trusted"));
  }

  private static PublicKey rsaKey(int bits) throws Exception {
    KeyPairGenerator keys = KeyPairGenerator.getInstance("RSA");
    keys.initialize(bits);
    return keys.generateKeyPair().getPublic();
  }

  @Test
  void validatesAChainOnceAndARefusedOneEachTime() throws Exception {
    X509Bundle good = leaf().buildIssuedBy(issuer);
    X509Bundle untrusted = leaf().buildIssuedBy(ProbeCourse.issuer("CN=Nobody"));

    assertThat(refusal(good)).isNull();
    assertThat(refusal(good)).isNull();
    assertThat(roots.asked).isEqualTo(1);
    assertThat(refusal(untrusted)).isNotNull();
    assertThat(refusal(untrusted)).isNotNull();
    assertThat(roots.asked).isEqualTo(3);
  }

  @Test
  void validatesAgainWhenACertificateOfAnAcceptedChainHasExpired() throws Exception {
    X509Bundle between =
        leaf()
            .subject("CN=Old")
            .setIsCertificateAuthority(true)
            .notAfter(now.minus(1, ChronoUnit.HOURS))
            .buildIssuedBy(issuer);
    X509Bundle chain = leaf().buildIssuedBy(between);
    roots.lenient = true;
    assertThat(refusal(chain)).isNull();
    roots.lenient = false;
    assertThat(refusal(chain)).extracting(Failure::reason).isEqualTo(Reason.CERTIFICATE_EXPIRED);
  }

  private CertificateBuilder leaf() {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=Site")
        .addSanDnsName("site.test")
        .notBefore(now.minus(1, ChronoUnit.DAYS))
        .notAfter(now.plus(1, ChronoUnit.DAYS));
  }

  private @Nullable Failure refusal(X509Bundle server) {
    Throwable thrown =
        catchThrowable(
            () -> verifier.checkServerTrusted(server.getCertificatePath(), "ECDHE_RSA", engine));
    if (thrown instanceof CertificateRefusedException refused) {
      return refused.failure();
    }
    assertThat(thrown).isNull();
    return null;
  }

  /** Counts how often it is asked. */
  private static final class Roots extends X509ExtendedTrustManager {
    private final X509ExtendedTrustManager real;
    private int asked;
    private boolean lenient;

    Roots(X509ExtendedTrustManager real) {
      this.real = real;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
        throws CertificateException {
      asked++;
      if (!lenient) {
        real.checkServerTrusted(chain, authType, engine);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
      throw new AssertionError("probes have engines");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
      throw new AssertionError("probes have engines");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
      throw new AssertionError("a server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
      throw new AssertionError("a server");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
      throw new AssertionError("a server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return real.getAcceptedIssuers();
    }
  }
}
