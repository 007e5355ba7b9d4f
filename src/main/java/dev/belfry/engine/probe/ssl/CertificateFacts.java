package dev.belfry.engine.probe.ssl;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.TlsInspector;
import dev.belfry.monitoring.check.SslFact;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.interfaces.DSAKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * What a certificate tells.
 *
 * @param subjectCN common name of the subject, {@code ""} for none; likewise that of the issuer
 * @param issuer the whole name of the issuer
 * @param serialNumber in base 16, lower case, without leading zeros
 * @param fingerprintSha256 SHA-256 of the DER encoding in base 16, lower case
 * @param keySizeBits 0 when unknown
 * @param names alternative names, lower case
 * @param mustStaple whether the certificate demands a stapled OCSP response
 * @param hasTimestamps whether logs of certificates have signed timestamps in it
 */
record CertificateFacts(
    String subjectCN,
    String issuerCN,
    String issuer,
    Instant notBefore,
    Instant notAfter,
    String serialNumber,
    String fingerprintSha256,
    String keyAlgorithm,
    int keySizeBits,
    String signatureAlgorithm,
    List<String> names,
    boolean selfSigned,
    boolean isCA,
    boolean mustStaple,
    boolean hasTimestamps) {
  private static final String MUST_STAPLE = "1.3.6.1.5.5.7.1.24";
  private static final String TIMESTAMPS = "1.3.6.1.4.1.11129.2.4.2";
  private static final int ED25519_BITS = 256;

  CertificateFacts {
    names = List.copyOf(names);
  }

  static CertificateFacts of(X509Certificate certificate) throws CertificateEncodingException {
    PublicKey key = certificate.getPublicKey();
    Set<String> extensions = certificate.getNonCriticalExtensionOIDs();
    return new CertificateFacts(
        commonName(certificate.getSubjectX500Principal()),
        commonName(certificate.getIssuerX500Principal()),
        certificate.getIssuerX500Principal().getName(),
        certificate.getNotBefore().toInstant(),
        certificate.getNotAfter().toInstant(),
        certificate.getSerialNumber().toString(16),
        fingerprint(certificate),
        SignatureNames.ofKey(key.getAlgorithm()),
        bits(key),
        SignatureNames.of(certificate),
        TlsInspector.namesOf(certificate),
        TlsInspector.isSelfSigned(certificate),
        certificate.getBasicConstraints() >= 0,
        certificate.getExtensionValue(MUST_STAPLE) != null,
        extensions != null && extensions.contains(TIMESTAMPS));
  }

  private static String commonName(X500Principal principal) {
    try {
      List<Rdn> parts = new LdapName(principal.getName()).getRdns();
      for (int i = parts.size() - 1; i >= 0; i--) {
        Rdn part = parts.get(i);
        if (part.getType().equalsIgnoreCase("CN") && part.getValue() instanceof String name) {
          return name;
        }
      }
      return "";
    } catch (InvalidNameException e) {
      return "";
    }
  }

  private static String fingerprint(X509Certificate certificate)
      throws CertificateEncodingException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(certificate.getEncoded()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  private static int bits(PublicKey key) {
    if (key instanceof RSAKey rsa) {
      return rsa.getModulus().bitLength();
    }
    if (key instanceof ECKey curve) {
      return curve.getParams().getCurve().getField().getFieldSize();
    }
    if (key instanceof DSAKey dsa && dsa.getParams() != null) {
      return dsa.getParams().getP().bitLength();
    }
    return key instanceof EdECKey ? ED25519_BITS : 0;
  }

  /** Adds them to a document, with at most so many names. */
  void describe(ObjectNode document, int mostNames) {
    document
        .put(SslFact.SUBJECT_CN.property(), subjectCN)
        .put(SslFact.ISSUER_CN.property(), issuerCN)
        .put("issuer", issuer)
        .put("notBefore", notBefore.toString())
        .put("notAfter", notAfter.toString())
        .put(SslFact.SERIAL_NUMBER.property(), serialNumber)
        .put(SslFact.FINGERPRINT.property(), fingerprintSha256)
        .put(SslFact.KEY_ALGORITHM.property(), keyAlgorithm)
        .put(SslFact.KEY_SIZE_BITS.property(), keySizeBits)
        .put(SslFact.SIGNATURE_ALGORITHM.property(), signatureAlgorithm)
        .put(SslFact.SELF_SIGNED.property(), selfSigned)
        .put(SslFact.IS_CA.property(), isCA);
    ArrayNode list = document.putArray(SslFact.SANS.property());
    names.stream().limit(mostNames).forEach(list::add);
  }
}
