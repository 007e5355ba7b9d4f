package dev.belfry.monitoring.certificate;

import dev.belfry.platform.error.Violation;
import dev.belfry.platform.seal.KeyPairs;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client certificate must keep so that a handshake can use it. */
final class CertificateRules {
  private CertificateRules() {}

  /**
   * The outcome of looking at a draft.
   *
   * @param key null when there are violations
   */
  record Judged(List<Violation> violations, @Nullable PrivateKey key) {
    /** Without the key. */
    @Override
    public String toString() {
      return "Judged" + violations;
    }
  }

  /** Looks at a draft. It may take a second, when the key is encrypted. */
  static Judged judge(CertificateDraft draft, Instant now) {
    List<Violation> violations = new ArrayList<>();
    List<X509Certificate> chain = certificates("/cert", draft.cert(), violations);
    if (draft.ca() != null) {
      certificates("/ca", draft.ca(), violations);
    }
    PrivateKey key = null;
    if (!chain.isEmpty()) {
      X509Certificate own = chain.get(0);
      Instant until = own.getNotAfter().toInstant();
      if (now.isAfter(until)) {
        violations.add(new Violation("/cert", "expired at " + until));
      }
      key = key(draft, own.getPublicKey(), violations);
    }
    return new Judged(violations, violations.isEmpty() ? key : null);
  }

  private static List<X509Certificate> certificates(
      String path, String pem, List<Violation> violations) {
    try {
      List<X509Certificate> read = PemText.certificates(pem);
      if (!read.isEmpty()) {
        return read;
      }
    } catch (CertificateException e) {
      // Told below, like a text with nothing in it.
    }
    violations.add(new Violation(path, "must be one or more X.509 certificates in PEM"));
    return List.of();
  }

  private static @Nullable PrivateKey key(
      CertificateDraft draft, PublicKey certified, List<Violation> violations) {
    try {
      PrivateKey key = KeyReader.read(draft.key(), draft.passphrase(), certified);
      if (KeyPairs.isPair(key, certified)) {
        return key;
      }
      violations.add(new Violation("/key", "does not belong to the first certificate of cert"));
    } catch (KeyReader.UnreadableKeyException e) {
      violations.add(new Violation("/" + e.member(), e.sentence()));
    }
    return null;
  }
}
