package dev.belfry.monitoring.certificate;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the blocks of a PEM text (RFC 7468). */
final class PemText {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final String CERTIFICATE = "CERTIFICATE";

  private PemText() {}

  /**
   * A block.
   *
   * @param label such as {@code PRIVATE KEY}
   * @param body between the lines that begin and end it
   */
  record Block(String label, String body) {
    /**
     * The bytes.
     *
     * @throws IllegalArgumentException if they are not valid Base64
     */
    byte[] bytes() {
      return Base64.getMimeDecoder().decode(body.getBytes(StandardCharsets.US_ASCII));
    }

    /** Without the body, which may be a key. */
    @Override
    public String toString() {
      return "Block[" + label + "]";
    }
  }

  static List<Block> blocks(String pem) {
    List<Block> blocks = new ArrayList<>();
    Matcher found = BLOCK.matcher(pem);
    while (found.find()) {
      blocks.add(new Block(found.group(1), found.group(2)));
    }
    return blocks;
  }

  /**
   * The certificates of a text, empty when it has none.
   *
   * @throws CertificateException when one cannot be read
   */
  static List<X509Certificate> certificates(String pem) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    List<X509Certificate> certificates = new ArrayList<>();
    for (Block block : blocks(pem)) {
      if (block.label().equals(CERTIFICATE)) {
        try {
          certificates.add(
              (X509Certificate)
                  factory.generateCertificate(new ByteArrayInputStream(block.bytes())));
        } catch (IllegalArgumentException notBase64) {
          throw new CertificateException(notBase64);
        }
      }
    }
    return certificates;
  }
}
