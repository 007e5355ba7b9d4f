package dev.belfry.engine.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.util.LazyX509Certificate;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;

class ParsedCertificatesTest {
  private final ParsedCertificates parsed = new ParsedCertificates();

  @Test
  void parsesACertificateOnce() throws Exception {
    X509Certificate one = ProbeCourse.issuer("CN=Same").getCertificate();
    X509Certificate first = parsed.of(new LazyX509Certificate(one.getEncoded()));

    assertThat(first).isEqualTo(one).isNotInstanceOf(LazyX509Certificate.class);
    assertThat(parsed.of(new LazyX509Certificate(one.getEncoded()))).isSameAs(first);
  }

  @Test
  void tellsCertificatesApartByAllTheirBytes() throws Exception {
    X509Certificate one = ProbeCourse.issuer("CN=Same").getCertificate();
    X509Certificate other = ProbeCourse.issuer("CN=Same").getCertificate();

    assertThat(parsed.of(one)).isEqualTo(one);
    assertThat(parsed.of(other)).isEqualTo(other);
  }

  @Test
  void leavesWhatCannotBeParsedAsItIs() {
    X509Certificate broken = new LazyX509Certificate(new byte[] {1, 2, 3});

    assertThat(parsed.of(broken)).isSameAs(broken);
  }
}
