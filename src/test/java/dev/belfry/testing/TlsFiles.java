package dev.belfry.testing;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** An authority of the test's own, and the two files a service of the test proves itself with. */
public final class TlsFiles {
  private final Path certificate;
  private final Path key;
  private final X509Bundle authority;

  /**
   * @param directory where the files are made
   */
  public TlsFiles(Path directory) {
    certificate = directory.resolve("tls.crt");
    key = directory.resolve("tls.key");
    try {
      authority =
          new CertificateBuilder()
              .ecp256()
              .subject("CN=Test Authority")
              .setIsCertificateAuthority(true)
              .buildSelfSigned();
    } catch (Exception e) {
      throw new AssertionError("no authority", e);
    }
    write(made(1, 30));
  }

  /** A certificate for this machine, valid for some days from yesterday. */
  public X509Bundle made(long serial, int days) {
    Instant yesterday = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(1, ChronoUnit.DAYS);
    try {
      return new CertificateBuilder()
          .ecp256()
          .subject("CN=belfry.test")
          .serial(java.math.BigInteger.valueOf(serial))
          .addSanIpAddress("127.0.0.1")
          .notBefore(yesterday)
          .notAfter(yesterday.plus(days, ChronoUnit.DAYS))
          .buildIssuedBy(authority);
    } catch (Exception e) {
      throw new AssertionError("no certificate", e);
    }
  }

  /** Puts a certificate with its key in place. */
  public void write(X509Bundle bundle) {
    write(certificate, bundle.getCertificatePathPEM());
    write(key, bundle.getPrivateKeyPEM());
  }

  /** Puts any text in the place of the key. */
  public void writeKey(String text) {
    write(key, text);
  }

  /** Puts any text in the place of the certificate. */
  public void writeCertificate(String text) {
    write(certificate, text);
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The certificate of the authority, PEM. */
  public String authority() {
    try {
      return authority.getCertificatePEM();
    } catch (Exception e) {
      throw new AssertionError("no authority", e);
    }
  }

  /** What a service is to be configured with. */
  public Map<String, String> environment() {
    return Map.of("BELFRY_TLS_CERTIFICATE", certificate + "", "BELFRY_TLS_KEY", key + "");
  }

  /** A client's world, in which the authority is the only one. */
  public SSLContext client() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {authority.toTrustManager()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new AssertionError("no TLS", e);
    } catch (Exception e) {
      throw new AssertionError("the authority is not trusted", e);
    }
  }

  /** A connection whose handshake is done, for one protocol by ALPN. */
  public SSLSocket connect(int port, String protocol) {
    try {
      SSLSocket socket = (SSLSocket) client().getSocketFactory().createSocket("127.0.0.1", port);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {protocol});
      socket.setSSLParameters(parameters);
      socket.setSoTimeout(10_000);
      socket.startHandshake();
      return socket;
    } catch (IOException e) {
      throw new AssertionError("no TLS connection", e);
    }
  }

  /** The serial number of the certificate that new connections are shown. */
  public long shownSerial(int port) {
    try (SSLSocket socket = connect(port, "http/1.1")) {
      X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return shown.getSerialNumber().longValueExact();
    } catch (IOException e) {
      throw new AssertionError("no certificate was shown", e);
    }
  }
}
