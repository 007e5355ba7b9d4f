package dev.belfry.engine.probe;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.belfry.monitoring.check.Reason;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Verifies certificates of servers and names the defect of a refused one. */
final class CertificateVerifier extends ServerTrust {
  /** Makes the JDK ask the issuer whether a certificate is revoked. */
  static final String REVOCATION = "com.sun.net.ssl.checkRevocation";

  private final X509ExtendedTrustManager roots;
  private final ValidatedChains validated = new ValidatedChains(Ticker.systemTicker());

  /** An issuer may revoke a certificate at any time. */
  private final boolean remembers = !Boolean.getBoolean(REVOCATION);

  /**
   * Creates a verifier.
   *
   * @param roots decides which issuers are trusted
   */
  CertificateVerifier(X509ExtendedTrustManager roots) {
    this.roots = roots;
  }

  /** The issuers that the JDK trusts. */
  static X509ExtendedTrustManager systemRoots() {
    try {
      return trusting(null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "Cannot load the trusted issuers of the JDK; check its cacerts file", e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    X509Certificate leaf = chain[0];
    String host = engine.getHandshakeSession().getPeerHost();
    checkDates(leaf, host);
    try {
      validate(chain, authType, engine);
    } catch (CertificateException e) {
      throw untrusted(chain, host, e);
    }
    checkName(leaf, host);
  }

  /**
   * Looks for the defects of a chain that a handshake has accepted.
   *
   * @param host that the certificate must be for
   * @param authType how the server proves itself, as a trust manager is told
   */
  ChainInspection inspect(X509Certificate[] chain, String host, String authType) {
    X509Certificate leaf = chain[0];
    return new ChainInspection(
        failure(() -> checkDates(leaf, host)),
        failure(
            () -> {
              try {
                roots.checkServerTrusted(chain, authType);
              } catch (CertificateException e) {
                throw untrusted(chain, host, e);
              }
            }),
        failure(() -> checkName(leaf, host)));
  }

  /** Throws for a certificate that fails one test. */
  private interface Inspection {
    void run() throws CertificateRefusedException;
  }

  private static @Nullable Failure failure(Inspection inspection) {
    try {
      inspection.run();
      return null;
    } catch (CertificateRefusedException refused) {
      return refused.failure();
    }
  }

  private static void checkName(X509Certificate leaf, String host)
      throws CertificateRefusedException {
    CertificateNames names = CertificateNames.of(leaf);
    if (!names.cover(host)) {
      throw refused(
          Reason.CERTIFICATE_NAME_MISMATCH,
          "The certificate of " + host + " is for " + names,
          leaf);
    }
  }

  private void validate(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    ByteBuffer key = ValidatedChains.key(chain, authType);
    if (remembers && validated.contains(key) && isInForce(chain)) {
      return;
    }
    roots.checkServerTrusted(chain, authType, engine);
    validated.add(key);
  }

  private static boolean isInForce(X509Certificate[] chain) {
    try {
      for (X509Certificate certificate : chain) {
        certificate.checkValidity();
      }
      return true;
    } catch (CertificateExpiredException | CertificateNotYetValidException e) {
      return false;
    }
  }

  private static void checkDates(X509Certificate leaf, String host)
      throws CertificateRefusedException {
    try {
      leaf.checkValidity();
    } catch (CertificateExpiredException e) {
      throw refused(
          Reason.CERTIFICATE_EXPIRED,
          "The certificate of " + host + " expired on " + leaf.getNotAfter().toInstant(),
          leaf);
    } catch (CertificateNotYetValidException e) {
      throw refused(
          Reason.CERTIFICATE_NOT_YET_VALID,
          "The certificate of " + host + " is not valid before " + leaf.getNotBefore().toInstant(),
          leaf);
    }
  }

  private static CertificateRefusedException untrusted(
      X509Certificate[] chain, String host, CertificateException cause) {
    X509Certificate leaf = chain[0];
    if (chain.length == 1 && isSelfSigned(leaf)) {
      return refused(
          Reason.CERTIFICATE_SELF_SIGNED, "The certificate of " + host + " is self-signed", leaf);
    }
    String issuer =
        "The issuer of the certificate of " + host + " (" + leaf.getIssuerX500Principal() + ")";
    BasicReason path = pathReason(cause);
    if (path == BasicReason.EXPIRED) {
      return refused(
          Reason.CERTIFICATE_EXPIRED, issuer + " has itself an expired certificate", leaf);
    }
    if (path == BasicReason.NOT_YET_VALID) {
      return refused(
          Reason.CERTIFICATE_NOT_YET_VALID,
          issuer + " has itself a certificate that is not valid yet",
          leaf);
    }
    return refused(Reason.CERTIFICATE_UNTRUSTED, issuer + " is not trusted", leaf);
  }

  /** Whether a certificate is signed with its own key. */
  static boolean isSelfSigned(X509Certificate leaf) {
    if (!leaf.getIssuerX500Principal().equals(leaf.getSubjectX500Principal())) {
      return false;
    }
    try {
      leaf.verify(leaf.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static @Nullable BasicReason pathReason(Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof CertPathValidatorException path
          && path.getReason() instanceof BasicReason reason) {
        return reason;
      }
    }
    return null;
  }

  private static CertificateRefusedException refused(
      Reason reason, String sentence, X509Certificate leaf) {
    Instant expiresAt = leaf.getNotAfter().toInstant();
    return new CertificateRefusedException(reason, sentence, expiresAt);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return roots.getAcceptedIssuers();
  }
}
