package dev.belfry.engine.probe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.belfry.platform.seal.Sha256;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/**
 * Keeps the certificates that were parsed last, by all their bytes: to parse one takes longer than
 * to look at it. BoringSSL hands over bytes. The JDK remembers 750 certificates, fewer than an
 * instance may have targets, and copies each byte by byte before it looks.
 */
final class ParsedCertificates {
  /** A certificate takes some 6 KiB of heap. */
  private static final int MOST = 2_000;

  private final Cache<ByteBuffer, X509Certificate> parsed =
      Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

  /** The same certificate, parsed; as it is when it cannot be parsed. */
  X509Certificate of(X509Certificate certificate) {
    try {
      byte[] bytes = certificate.getEncoded();
      ByteBuffer key = ByteBuffer.wrap(Sha256.digest().digest(bytes));
      X509Certificate known = parsed.getIfPresent(key);
      if (known == null) {
        known = parse(bytes);
        parsed.put(key, known);
      }
      return known;
    } catch (CertificateException e) {
      return certificate;
    }
  }

  private static X509Certificate parse(byte[] bytes) throws CertificateException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(bytes));
  }
}
