package dev.belfry.engine.probe;

import dev.belfry.engine.probe.icmp.EchoRouter;
import dev.belfry.engine.probe.icmp.FakeEchoes;
import dev.belfry.engine.probe.prober.NetworkProber;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.Cidr;
import dev.belfry.platform.guard.DnsLookup;
import dev.belfry.testing.FakeDns;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A prober in a small world: a name server, an issuer it trusts, and of the whole internet only
 * {@code 127.0.0.1} and {@code ::1}.
 */
public final class ProbeCourse implements AutoCloseable {
  public static final String SITE = "site.test";

  /** How long a run waits for the replies to its last ping. */
  public static final Duration PING_PATIENCE = Duration.ofMillis(400);

  public static final String USER_AGENT = "Belfry/test (monitoring)";

  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final X509Bundle issuer = issuer("CN=Trusted Issuer");
  private final FakeDns dns = new FakeDns().answer(SITE, "127.0.0.1");
  private final Tls tls;
  private final FakeEchoes echoes = new FakeEchoes();
  private final NetworkProber prober;

  public ProbeCourse() throws Exception {
    this(100, 100);
  }

  public ProbeCourse(int maxInFlight, int maxPerHost) throws Exception {
    this(maxInFlight, maxPerHost, TlsEngine.best());
  }

  public ProbeCourse(TlsEngine engine) throws Exception {
    this(100, 100, engine);
  }

  private ProbeCourse(int maxInFlight, int maxPerHost, TlsEngine engine) throws Exception {
    AddressPolicy policy =
        new AddressPolicy(false, List.of(Cidr.parse("127.0.0.1"), Cidr.parse("::1")));
    tls = new Tls((X509ExtendedTrustManager) issuer.toTrustManager(), () -> engine);
    prober =
        new NetworkProber(
            new ProberSettings(1, policy, maxInFlight, maxPerHost, USER_AGENT),
            loop -> DnsLookup.of(loop, dns.address()),
            tls,
            new EchoRouter(echoes, Duration.ofMillis(20), PING_PATIENCE));
  }

  public static X509Bundle issuer(String subject) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject(subject)
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
  }

  public Instant now() {
    return now;
  }

  public FakeDns dns() {
    return dns;
  }

  public Tls tls() {
    return tls;
  }

  /** What pings of the prober meet. */
  public FakeEchoes echoes() {
    return echoes;
  }

  public NetworkProber prober() {
    return prober;
  }

  public ProbeResult probe(ProbeRequest request) throws Exception {
    return Probes.result(prober, request);
  }

  /** A certificate for the site, valid from yesterday until tomorrow. */
  public CertificateBuilder certificate() {
    return certificateFor(SITE);
  }

  public CertificateBuilder certificateFor(String name) {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=Somebody")
        .addSanDnsName(name)
        .notBefore(now.minus(1, ChronoUnit.DAYS))
        .notAfter(now.plus(1, ChronoUnit.DAYS));
  }

  public X509Bundle trusted(CertificateBuilder certificate) throws Exception {
    return certificate.buildIssuedBy(issuer);
  }

  public static String http(StubServer server, String path) {
    return "http://127.0.0.1:" + server.port() + path;
  }

  public static String site(StubServer server, String path) {
    return "http://" + SITE + ":" + server.port() + path;
  }

  public static String secureSite(StubServer server) {
    return "https://" + SITE + ":" + server.port() + "/";
  }

  @Override
  public void close() {
    prober.close().await();
    dns.close();
  }
}
