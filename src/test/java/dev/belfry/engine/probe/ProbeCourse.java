package dev.belfry.engine.probe;

import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.Cidr;
import dev.belfry.platform.guard.DnsLookup;
import dev.belfry.testing.FakeDns;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A prober in a small world: a name server, an issuer it trusts, and of the whole internet only
 * {@code 127.0.0.1} and {@code ::1}.
 */
final class ProbeCourse implements AutoCloseable {
  static final String SITE = "site.test";
  static final String USER_AGENT = "Belfry/test (monitoring)";

  private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final X509Bundle issuer = issuer("CN=Trusted Issuer");
  private final FakeDns dns = new FakeDns().answer(SITE, "127.0.0.1");
  private final Tls tls;
  private final HttpProber prober;

  ProbeCourse() throws Exception {
    this(100, 100);
  }

  ProbeCourse(int maxInFlight, int maxPerHost) throws Exception {
    this(maxInFlight, maxPerHost, TlsEngine.best());
  }

  ProbeCourse(TlsEngine engine) throws Exception {
    this(100, 100, engine);
  }

  private ProbeCourse(int maxInFlight, int maxPerHost, TlsEngine engine) throws Exception {
    AddressPolicy policy =
        new AddressPolicy(false, List.of(Cidr.parse("127.0.0.1"), Cidr.parse("::1")));
    tls = new Tls((X509ExtendedTrustManager) issuer.toTrustManager(), () -> engine);
    prober =
        new HttpProber(
            new ProberSettings(1, policy, maxInFlight, maxPerHost, USER_AGENT),
            loop -> DnsLookup.of(loop, dns.address()),
            tls);
  }

  static X509Bundle issuer(String subject) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject(subject)
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
  }

  Instant now() {
    return now;
  }

  FakeDns dns() {
    return dns;
  }

  Tls tls() {
    return tls;
  }

  HttpProber prober() {
    return prober;
  }

  ProbeResult probe(ProbeRequest request) throws Exception {
    return Probes.result(prober, request);
  }

  /** A certificate for the site, valid from yesterday until tomorrow. */
  CertificateBuilder certificate() {
    return certificateFor(SITE);
  }

  CertificateBuilder certificateFor(String name) {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=Somebody")
        .addSanDnsName(name)
        .notBefore(now.minus(1, ChronoUnit.DAYS))
        .notAfter(now.plus(1, ChronoUnit.DAYS));
  }

  X509Bundle trusted(CertificateBuilder certificate) throws Exception {
    return certificate.buildIssuedBy(issuer);
  }

  static String http(StubServer server, String path) {
    return "http://127.0.0.1:" + server.port() + path;
  }

  static String site(StubServer server, String path) {
    return "http://" + SITE + ":" + server.port() + path;
  }

  static String secureSite(StubServer server) {
    return "https://" + SITE + ":" + server.port() + "/";
  }

  @Override
  public void close() {
    prober.close().await();
    dns.close();
  }
}
