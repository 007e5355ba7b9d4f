package dev.belfry.engine.probe.ssl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateFactsTest {
  private static CertificateBuilder certificate() {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=Shop, O=Example, C=DE")
        .addSanDnsName("Shop.Example.com")
        .addSanIpAddress("203.0.113.7");
  }

  @ParameterizedTest
  @CsvSource({
    "rsa2048, RSA, 2048, SHA256-RSA",
    "ecp256, ECDSA, 256, ECDSA-SHA256",
    "ecp384, ECDSA, 384, ECDSA-SHA384",
    "ed25519, Ed25519, 256, Ed25519"
  })
  void algorithmsHaveTheNamesThatClientsKnow(
      Algorithm algorithm, String key, int bits, String signature) throws Exception {
    CertificateFacts facts =
        CertificateFacts.of(
            certificate()
                .algorithm(algorithm)
                .setIsCertificateAuthority(true)
                .buildSelfSigned()
                .getCertificate());
    assertThat(facts.keyAlgorithm()).isEqualTo(key);
    assertThat(facts.keySizeBits()).isEqualTo(bits);
    assertThat(facts.signatureAlgorithm()).isEqualTo(signature);
    assertThat(facts.selfSigned()).isTrue();
    assertThat(facts.isCA()).isTrue();
  }

  @Test
  void tellsNamesNumbersAndFingerprints() throws Exception {
    X509Bundle issued =
        certificate()
            .serial(new BigInteger("00ab12", 16))
            .buildIssuedBy(ProbeCourse.issuer("CN=Issuer, O=Authority"));
    CertificateFacts facts = CertificateFacts.of(issued.getCertificate());
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(issued.getCertificate().getEncoded());
    assertThat(facts.subjectCN()).isEqualTo("Shop");
    assertThat(facts.issuerCN()).isEqualTo("Issuer");
    assertThat(facts.issuer()).isEqualTo("CN=Issuer,O=Authority");
    assertThat(facts.serialNumber()).isEqualTo("ab12");
    assertThat(facts.fingerprintSha256()).isEqualTo(HexFormat.of().formatHex(digest));
    assertThat(facts.names()).containsExactly("shop.example.com", "203.0.113.7");
    assertThat(facts.selfSigned()).isFalse();
    assertThat(facts.isCA()).isFalse();
    assertThat(facts.mustStaple()).isFalse();
    assertThat(facts.hasTimestamps()).isFalse();
  }

  @Test
  void knowsTheExtensionsOfABaseline() throws Exception {
    CertificateFacts facts =
        CertificateFacts.of(
            certificate()
                .addExtensionOctetString("1.3.6.1.5.5.7.1.24", false, Der.hex("3003020105"))
                .addExtensionOctetString("1.3.6.1.4.1.11129.2.4.2", false, new byte[] {4, 0})
                .setIsCertificateAuthority(true)
                .buildSelfSigned()
                .getCertificate());
    assertThat(facts.mustStaple()).isTrue();
    assertThat(facts.hasTimestamps()).isTrue();
  }
}
