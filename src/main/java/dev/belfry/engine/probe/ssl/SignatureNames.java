package dev.belfry.engine.probe.ssl;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names algorithms as clients know them, which is as Go's library writes them. */
final class SignatureNames {
  private static final String PSS = "1.2.840.113549.1.1.10";

  private static final Map<String, String> BY_OBJECT =
      Map.ofEntries(
          Map.entry("1.2.840.113549.1.1.2", "MD2-RSA"),
          Map.entry("1.2.840.113549.1.1.4", "MD5-RSA"),
          Map.entry("1.2.840.113549.1.1.5", "SHA1-RSA"),
          Map.entry("1.3.14.3.2.29", "SHA1-RSA"),
          Map.entry("1.2.840.113549.1.1.11", "SHA256-RSA"),
          Map.entry("1.2.840.113549.1.1.12", "SHA384-RSA"),
          Map.entry("1.2.840.113549.1.1.13", "SHA512-RSA"),
          Map.entry("1.2.840.10040.4.3", "DSA-SHA1"),
          Map.entry("2.16.840.1.101.3.4.3.2", "DSA-SHA256"),
          Map.entry("1.2.840.10045.4.1", "ECDSA-SHA1"),
          Map.entry("1.2.840.10045.4.3.2", "ECDSA-SHA256"),
          Map.entry("1.2.840.10045.4.3.3", "ECDSA-SHA384"),
          Map.entry("1.2.840.10045.4.3.4", "ECDSA-SHA512"),
          Map.entry("1.3.101.112", "Ed25519"));

  private static final Map<String, String> PSS_BY_DIGEST =
      Map.of(
          "2.16.840.1.101.3.4.2.1", "SHA256-RSAPSS",
          "2.16.840.1.101.3.4.2.2", "SHA384-RSAPSS",
          "2.16.840.1.101.3.4.2.3", "SHA512-RSAPSS");

  private SignatureNames() {}

  /** How a certificate is signed; Java's name for an algorithm that clients have no name for. */
  static String of(X509Certificate certificate) {
    String object = certificate.getSigAlgOID();
    String named = object.equals(PSS) ? pss(certificate.getSigAlgParams()) : BY_OBJECT.get(object);
    return named == null ? certificate.getSigAlgName() : named;
  }

  private static @Nullable String pss(byte @Nullable [] parameters) {
    if (parameters == null) {
      return null;
    }
    try {
      DerReader members = new DerReader(parameters).inside(DerReader.SEQUENCE);
      DerReader digest = members.inside(DerReader.MEMBER).inside(DerReader.SEQUENCE);
      return PSS_BY_DIGEST.get(digest.objectName());
    } catch (IOException e) {
      return null;
    }
  }

  /** The algorithm of a key: {@code RSA}, {@code ECDSA}, {@code DSA}, {@code Ed25519}. */
  static String ofKey(String algorithm) {
    return switch (algorithm) {
      case "EC" -> "ECDSA";
      case "RSASSA-PSS" -> "RSA";
      case "EdDSA" -> "Ed25519";
      default -> algorithm;
    };
  }
}
