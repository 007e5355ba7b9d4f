package dev.belfry.engine.probe.ssl;

import dev.belfry.monitoring.check.BaselineRule;
import dev.belfry.monitoring.check.SecurityBaseline;
import dev.belfry.monitoring.check.TlsVersion;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Holds a handshake against the rules of a security baseline. */
final class BaselineViolations {
  /** No encryption, no authentication, or one that can be broken. */
  private static final Pattern WEAK_CIPHER =
      Pattern.compile(".*(_NULL|_EXPORT|_anon_|RC4|_DES_|_DES40_|3DES|RC2|IDEA|_MD5).*");

  private static final Pattern WEAK_SIGNATURE = Pattern.compile("(MD2|MD5|SHA1)-.*|.*-SHA1");

  /** Authorities that browsers removed for cause, and those of software that intercepts TLS. */
  private static final List<String> BAD_AUTHORITIES =
      List.of(
          "diginotar",
          "wosign",
          "startcom",
          "cnnic",
          "trustcor",
          "e-tugra",
          "e-tu\u011fra",
          "superfish",
          "edellroot",
          "dsdtestprovider");

  private BaselineViolations() {}

  /** What each violated rule objects to, for people, without a full stop. */
  static Map<BaselineRule, String> of(SecurityBaseline baseline, SslHandshake handshake) {
    Map<BaselineRule, String> violations = new EnumMap<>(BaselineRule.class);
    for (BaselineRule rule : BaselineRule.values()) {
      String violation = violation(rule, baseline, handshake);
      if (violation != null) {
        violations.put(rule, violation);
      }
    }
    return violations;
  }

  private static @Nullable String violation(
      BaselineRule rule, SecurityBaseline baseline, SslHandshake handshake) {
    CertificateFacts leaf = handshake.leaf();
    return switch (rule) {
      case MIN_TLS_VERSION, RECOMMENDED_TLS_VERSION -> version(rule, baseline, handshake);
      case MIN_KEY_SIZE_BITS, RECOMMENDED_KEY_SIZE_BITS -> keySize(rule, baseline, leaf);
      case WEAK_SIGNATURE_ALGORITHM ->
          WEAK_SIGNATURE.matcher(leaf.signatureAlgorithm()).matches()
              ? "the signature is " + leaf.signatureAlgorithm()
              : null;
      case WEAK_CIPHER_SUITE ->
          WEAK_CIPHER.matcher(handshake.cipherSuite()).matches()
              ? "the cipher suite is " + handshake.cipherSuite()
              : null;
      case KNOWN_BAD_CA -> badAuthority(handshake.chain());
      case OCSP_MUST_STAPLE_RESPECTED ->
          leaf.mustStaple() && handshake.ocsp() == null
              ? "the certificate demands a stapled OCSP response, and there is none"
              : null;
      case SCT_PRESENT ->
          leaf.hasTimestamps() ? null : "the certificate has no signed certificate timestamps";
    };
  }

  private static @Nullable String version(
      BaselineRule rule, SecurityBaseline baseline, SslHandshake handshake) {
    Optional<TlsVersion> least = TlsVersion.parse(baseline.limitOf(rule));
    TlsVersion version = handshake.version();
    return version != null && least.isPresent() && version.compareTo(least.get()) < 0
        ? "the version is " + version.wire() + ", and not " + least.get().wire() + " or later"
        : null;
  }

  private static @Nullable String keySize(
      BaselineRule rule, SecurityBaseline baseline, CertificateFacts leaf) {
    int least = Integer.parseInt(baseline.limitOf(rule));
    return leaf.keySizeBits() > 0 && strength(leaf) < least
        ? "the key of %d bits (%s) is weaker than %d bits of RSA"
            .formatted(leaf.keySizeBits(), leaf.keyAlgorithm(), least)
        : null;
  }

  /** The size of an RSA key that is as strong (NIST SP 800-57, part 1, table 2). */
  static int strength(CertificateFacts certificate) {
    int bits = certificate.keySizeBits();
    boolean isCurve =
        certificate.keyAlgorithm().equals("ECDSA") || certificate.keyAlgorithm().equals("Ed25519");
    if (!isCurve) {
      return bits;
    }
    if (bits < 224) {
      return 1024;
    }
    if (bits < 256) {
      return 2048;
    }
    return bits < 384 ? 3072 : bits < 512 ? 7680 : 15_360;
  }

  private static @Nullable String badAuthority(List<CertificateFacts> chain) {
    for (CertificateFacts certificate : chain) {
      String issuer = certificate.issuer().toLowerCase(Locale.ROOT);
      for (String bad : BAD_AUTHORITIES) {
        if (issuer.contains(bad)) {
          return "the chain has a certificate of " + certificate.issuerCN();
        }
      }
    }
    return null;
  }
}
