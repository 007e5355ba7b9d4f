package dev.belfry.engine.probe;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;

/**
 * Remembers which chains of certificates were accepted, for {@link #LIFETIME}. A chain is the same
 * if all its bytes are, and the way in which the server proves itself. It does not look at dates.
 */
final class ValidatedChains {
  static final Duration LIFETIME = Duration.ofHours(1);

  private static final int MOST = 20_000;

  private final Cache<ByteBuffer, Boolean> accepted;

  ValidatedChains(Ticker ticker) {
    accepted =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(LIFETIME)
            .ticker(ticker)
            .executor(Runnable::run)
            .build();
  }

  /**
   * Identifies a chain.
   *
   * @param authType how the server proves itself, as a trust manager is told
   */
  static ByteBuffer key(X509Certificate[] chain, String authType)
      throws CertificateEncodingException {
    MessageDigest digest = sha256();
    digest.update(authType.getBytes(StandardCharsets.UTF_8));
    for (X509Certificate certificate : chain) {
      byte[] bytes = certificate.getEncoded();
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
      digest.update(bytes);
    }
    return ByteBuffer.wrap(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  /** Whether a chain was accepted within the lifetime. */
  boolean contains(ByteBuffer key) {
    return accepted.getIfPresent(key) != null;
  }

  /** Remembers a chain that was accepted. */
  void add(ByteBuffer key) {
    accepted.put(key, true);
  }
}
