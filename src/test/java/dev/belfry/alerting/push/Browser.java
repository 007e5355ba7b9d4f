package dev.belfry.alerting.push;

import dev.belfry.app.People.SignedIn;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A browser with the keys of one push subscription. It decrypts as RFC 8291 says, with nothing but
 * what the JDK has.
 */
public final class Browser {
  private final String endpoint;
  private final PrivateKey privateKey;
  private final byte[] publicKey;
  private final byte[] auth;

  private Browser(String endpoint, PrivateKey privateKey, byte[] publicKey, byte[] auth) {
    this.endpoint = endpoint;
    this.privateKey = privateKey;
    this.publicKey = publicKey;
    this.auth = auth;
  }

  /** One with new keys. */
  public static Browser at(String endpoint) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      byte[] auth = new byte[16];
      new SecureRandom().nextBytes(auth);
      return new Browser(
          endpoint, pair.getPrivate(), uncompressed((ECPublicKey) pair.getPublic()), auth);
    } catch (GeneralSecurityException e) {
      throw new AssertionError("no keys", e);
    }
  }

  /** One with keys in Base64 for URLs. */
  static Browser of(String endpoint, String privateKey, String publicKey, String auth) {
    try {
      BigInteger secret = new BigInteger(1, Base64.getUrlDecoder().decode(privateKey));
      PrivateKey key =
          KeyFactory.getInstance("EC").generatePrivate(new ECPrivateKeySpec(secret, curve()));
      return new Browser(
          endpoint,
          key,
          Base64.getUrlDecoder().decode(publicKey),
          Base64.getUrlDecoder().decode(auth));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("no key", e);
    }
  }

  private static ECParameterSpec curve() throws GeneralSecurityException {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    return parameters.getParameterSpec(ECParameterSpec.class);
  }

  private static byte[] uncompressed(ECPublicKey key) {
    byte[] point = new byte[65];
    point[0] = 4;
    put(key.getW().getAffineX(), point, 1);
    put(key.getW().getAffineY(), point, 33);
    return point;
  }

  private static void put(BigInteger number, byte[] into, int at) {
    byte[] bytes = number.toByteArray();
    int length = Math.min(32, bytes.length);
    System.arraycopy(bytes, bytes.length - length, into, at + 32 - length, length);
  }

  /** The public key of an uncompressed point. */
  public static PublicKey key(byte[] point) {
    try {
      ECPoint at =
          new ECPoint(
              new BigInteger(1, Arrays.copyOfRange(point, 1, 33)),
              new BigInteger(1, Arrays.copyOfRange(point, 33, 65)));
      return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(at, curve()));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("no key", e);
    }
  }

  /** The address at the push service. */
  public String endpoint() {
    return endpoint;
  }

  /** What the service stores. */
  public PushSubscription subscription() {
    return new PushSubscription(endpoint, base64(publicKey), base64(auth));
  }

  /** The body of a registration. */
  public String body() {
    return "{\"endpoint\":\"%s\",\"keys\":{\"p256dh\":\"%s\",\"auth\":\"%s\"}}"
        .formatted(endpoint, base64(publicKey), base64(auth));
  }

  /** Registers it for a person; the id of the device. */
  public String register(SignedIn person) {
    return person
        .client()
        .post("/console/devices", body())
        .hasStatus(200)
        .matchesContract("registerOwnDevice")
        .id();
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The text of an encrypted message of one record. */
  public String decrypted(byte[] message) {
    try {
      ByteBuffer in = ByteBuffer.wrap(message);
      byte[] salt = read(in, 16);
      in.getInt();
      byte[] sender = read(in, in.get());
      byte[] sealed = read(in, in.remaining());
      KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
      agreement.init(privateKey);
      agreement.doPhase(key(sender), true);
      byte[] first = mac(auth, agreement.generateSecret());
      byte[] input = mac(first, info("WebPush: info\0"), publicKey, sender, new byte[] {1});
      byte[] second = mac(salt, input);
      byte[] key = mac(second, info("Content-Encoding: aes128gcm\0"), new byte[] {1});
      byte[] nonce = mac(second, info("Content-Encoding: nonce\0"), new byte[] {1});
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.DECRYPT_MODE,
          new SecretKeySpec(Arrays.copyOf(key, 16), "AES"),
          new GCMParameterSpec(128, Arrays.copyOf(nonce, 12)));
      byte[] plain = cipher.doFinal(sealed);
      int end = plain.length - 1;
      while (plain[end] == 0) {
        end--;
      }
      if (plain[end] != 2) {
        throw new AssertionError("not the last record");
      }
      return new String(plain, 0, end, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new AssertionError("cannot be decrypted", e);
    }
  }

  private static byte[] info(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] read(ByteBuffer in, int count) {
    byte[] bytes = new byte[count];
    in.get(bytes);
    return bytes;
  }

  private static byte[] mac(byte[] key, byte[]... parts) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    for (byte[] part : parts) {
      mac.update(part);
    }
    return mac.doFinal();
  }
}
