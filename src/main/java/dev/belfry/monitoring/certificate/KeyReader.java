package dev.belfry.monitoring.certificate;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.PBEParameterSpec;
import org.jspecify.annotations.Nullable;

/** Reads the private key of a certificate: PKCS #8, encrypted or not, PKCS #1 or SEC 1. */
final class KeyReader {
  /** A key that takes longer to decrypt is refused; it would keep a thread busy for seconds. */
  private static final int MOST_ITERATIONS = 1_000_000;

  private static final Set<String> TRADITIONAL = Set.of("RSA PRIVATE KEY", "EC PRIVATE KEY");
  private static final String PBES2 = "1.2.840.113549.1.5.13";
  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final byte[] VERSION = {0x02, 0x01, 0x00};

  private KeyReader() {}

  /** Thrown with the member that is wrong and a sentence about it, which quotes nothing of it. */
  static final class UnreadableKeyException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String member;
    private final String sentence;

    UnreadableKeyException(String member, String sentence) {
      super(sentence, null, false, false);
      this.member = member;
      this.sentence = sentence;
    }

    String sentence() {
      return sentence;
    }

    String member() {
      return member;
    }
  }

  /**
   * Reads a key. It may take a second.
   *
   * @param pem with one key
   * @param passphrase null for none
   * @param certified the public key of the certificate, whose algorithm the key must have
   */
  static PrivateKey read(String pem, @Nullable String passphrase, PublicKey certified)
      throws UnreadableKeyException {
    List<PemText.Block> keys =
        PemText.blocks(pem).stream().filter(one -> one.label().endsWith("PRIVATE KEY")).toList();
    if (keys.size() != 1) {
      throw new UnreadableKeyException("key", "must hold one private key in PEM");
    }
    PemText.Block block = keys.get(0);
    if (block.body().contains("Proc-Type")) {
      throw new UnreadableKeyException(
          "key", "is encrypted in an old format: convert it with openssl pkcs8 -topk8");
    }
    try {
      return switch (block.label()) {
        case "PRIVATE KEY" -> ofPkcs8(block.bytes(), certified);
        case "ENCRYPTED PRIVATE KEY" -> decrypted(block.bytes(), passphrase, certified);
        default -> {
          if (!TRADITIONAL.contains(block.label())) {
            throw new UnreadableKeyException("key", "must be an RSA or EC key");
          }
          yield ofPkcs8(wrapped(block.bytes(), certified), certified);
        }
      };
    } catch (GeneralSecurityException | IllegalArgumentException | IOException e) {
      throw new UnreadableKeyException(
          "key", "must be a key of the kind that the certificate has, RSA or EC, in PEM");
    }
  }

  /** A key from the bytes that {@link PrivateKey#getEncoded} gave. */
  static PrivateKey ofPkcs8(byte[] bytes, PublicKey certified) throws GeneralSecurityException {
    return KeyFactory.getInstance(certified.getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(bytes));
  }

  private static PrivateKey decrypted(
      byte[] bytes, @Nullable String passphrase, PublicKey certified)
      throws GeneralSecurityException, IOException, UnreadableKeyException {
    if (passphrase == null) {
      throw new UnreadableKeyException("passphrase", "is required, since the key is encrypted");
    }
    EncryptedPrivateKeyInfo encrypted = new EncryptedPrivateKeyInfo(bytes);
    AlgorithmParameters parameters = encrypted.getAlgParameters();
    if (parameters == null) {
      throw new UnreadableKeyException("key", "is encrypted by an unknown algorithm");
    }
    int iterations = parameters.getParameterSpec(PBEParameterSpec.class).getIterationCount();
    if (iterations > MOST_ITERATIONS) {
      throw new UnreadableKeyException(
          "key", "is encrypted with more than " + MOST_ITERATIONS + " iterations");
    }
    String name = encrypted.getAlgName();
    // The JDK tells the algorithm of this scheme by the parameters alone.
    String algorithm = name.equals(PBES2) || name.equals("PBES2") ? parameters.toString() : name;
    PBEKeySpec password = new PBEKeySpec(passphrase.toCharArray());
    try {
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(
          Cipher.DECRYPT_MODE,
          SecretKeyFactory.getInstance(algorithm).generateSecret(password),
          parameters);
      return ofPkcs8(encrypted.getKeySpec(cipher).getEncoded(), certified);
    } catch (GeneralSecurityException wrong) {
      throw new UnreadableKeyException("passphrase", "does not decrypt the key");
    } finally {
      password.clearPassword();
    }
  }

  /** Puts a key of its own format into PKCS #8, by the algorithm that the certificate names. */
  private static byte[] wrapped(byte[] key, PublicKey certified) {
    byte[] info = certified.getEncoded();
    int from = headerLength(info, 0);
    int length = headerLength(info, from) + contentLength(info, from);
    byte[] algorithm = java.util.Arrays.copyOfRange(info, from, from + length);
    return der(SEQUENCE, VERSION, algorithm, der(OCTETS, key));
  }

  private static int headerLength(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    return first < 0x80 ? 2 : 2 + (first & 0x7f);
  }

  private static int contentLength(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    if (first < 0x80) {
      return first;
    }
    int length = 0;
    for (int i = 0; i < (first & 0x7f); i++) {
      length = (length << 8) | (der[at + 2 + i] & 0xff);
    }
    return length;
  }

  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.size();
    if (length >= 0x100) {
      out.write(0x82);
      out.write(length >> 8);
    } else if (length >= 0x80) {
      out.write(0x81);
    }
    out.write(length);
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }
}
