package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.platform.config.Config;
import dev.belfry.testing.TlsFiles;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What may be served with, and what is said about what may not. */
@ExtendWith(VertxExtension.class)
class ServerCertificateTest {
  @TempDir private Path directory = Path.of("");
  private TlsFiles files;
  private Vertx vertx;

  @BeforeEach
  void write(Vertx vertx) {
    this.vertx = vertx;
    files = new TlsFiles(directory);
  }

  private ServerCertificate read(Instant now) {
    return ServerCertificate.read(
        vertx, new Config.Tls(directory.resolve("tls.crt"), directory.resolve("tls.key")), now);
  }

  @Test
  void readsAPairWithItsIssuerAndTellsWhenItExpires() {
    Instant now = Instant.now();
    ServerCertificate first = read(now);
    assertThat(Duration.between(now, first.expiresAt()).toDays()).isEqualTo(28);
    assertThat(read(now)).isEqualTo(first);
    files.write(files.made(2, 40));
    assertThat(read(now)).isNotEqualTo(first);
  }

  @Test
  void readsRsa() throws Exception {
    X509Bundle rsa =
        new CertificateBuilder()
            .rsa2048()
            .subject("CN=rsa")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    files.write(rsa);
    assertThat(read(Instant.now()).expiresAt()).isAfter(Instant.now());
    files.writeKey(files.made(3, 9).getPrivateKeyPEM());
    assertRefused(Instant.now(), "tls.key holds no key of the kind that the certificate has.");
  }

  @Test
  void saysWhichFileIsWrong() throws Exception {
    files.writeKey(files.made(2, 9).getPrivateKeyPEM());
    assertRefused(Instant.now(), "tls.key does not belong to the first certificate in ");
    files.writeKey("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    assertRefused(Instant.now(), "tls.key holds no key");
    files.writeCertificate("");
    assertRefused(Instant.now(), "tls.crt holds no certificates");
    files.writeCertificate("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    assertRefused(Instant.now(), "tls.crt holds no certificates");
    Files.delete(directory.resolve("tls.crt"));
    assertRefused(Instant.now(), "tls.crt cannot be read");
  }

  @Test
  void wantsBothToBeInForceNow() {
    assertRefused(
        Instant.now().plus(Duration.ofDays(40)), "CN=belfry.test", "expired at", "Renew it.");
    assertRefused(Instant.now().minus(Duration.ofDays(4)), "is not valid before");
  }

  private void assertRefused(Instant now, String... words) {
    assertThatThrownBy(() -> read(now))
        .isInstanceOf(CertificateUnusableException.class)
        .hasMessageContainingAll(words);
  }
}
