package dev.belfry.platform.seal;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Seals secrets with AES-256-GCM before they are stored and unseals them for use. The stored text
 * is {@code sealed:v1:<key id>:<nonce, ciphertext and tag in Base64>}. Safe for every thread.
 */
public final class Sealer {
  private static final String FORMAT = "sealed:v1:";
  private static final Pattern SEALED =
      Pattern.compile(FORMAT + "([0-9a-f]{8}):([A-Za-z0-9+/]+={0,2})");
  private static final String LOST = "\0lost";
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;

  private final SecureRandom random;
  private final SealingKey first;
  private final Map<String, SealingKey> keys = new LinkedHashMap<>();

  private Sealer(List<String> secrets, SecureRandom random) {
    this.random = random;
    this.first = SealingKey.of(secrets.get(0));
    for (String secret : secrets) {
      SealingKey key = SealingKey.of(secret);
      keys.putIfAbsent(key.id(), key);
    }
  }

  /**
   * A sealer with keys of its own.
   *
   * @param secrets at least one: keys are derived from them, the first one's seals, all unseal
   */
  public static Sealer of(List<String> secrets) {
    return new Sealer(secrets, new SecureRandom());
  }

  /** A value as it may be stored at this place and nowhere else. */
  public String seal(SealContext place, String value) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, first, nonce, place);
      byte[] plain = value.getBytes(StandardCharsets.UTF_8);
      byte[] all = new byte[NONCE_BYTES + cipher.getOutputSize(plain.length)];
      System.arraycopy(nonce, 0, all, 0, NONCE_BYTES);
      cipher.doFinal(plain, 0, plain.length, all, NONCE_BYTES);
      return FORMAT + first.id() + ':' + Base64.getEncoder().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has AES-GCM", e);
    }
  }

  /**
   * What was sealed; a text that is not sealed is given back as it is, since it was stored before
   * there was sealing.
   *
   * @throws UnsealException when it was sealed with another key or for another place, or was
   *     changed
   */
  public String unseal(SealContext place, String stored) {
    Matcher sealed = SEALED.matcher(stored);
    if (!sealed.matches()) {
      return stored;
    }
    SealingKey key = keys.get(sealed.group(1));
    if (key == null) {
      throw new UnsealException(
          place.what()
              + " was sealed with the key "
              + sealed.group(1)
              + ", which is not configured");
    }
    try {
      byte[] all = Base64.getDecoder().decode(sealed.group(2));
      if (all.length < NONCE_BYTES + TAG_BYTES) {
        throw new UnsealException(place.what() + " is cut short");
      }
      byte[] nonce = Arrays.copyOf(all, NONCE_BYTES);
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce, place);
      byte[] plain = cipher.doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
      return new String(plain, StandardCharsets.UTF_8);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new UnsealException(place.what() + " was changed, or sealed for another place");
    }
  }

  /**
   * What tells one stored secret from another without telling the value: two sealed texts differ
   * even if their values are the same. Empty for a text that is not sealed.
   */
  public static String revision(String stored) {
    return SEALED.matcher(stored).matches() ? stored : "";
  }

  /**
   * What was sealed, to be compared with a desired value: in place of what cannot be unsealed a
   * text that no desired value equals, since no text with NUL in it can be stored.
   */
  public String unsealOrLost(SealContext place, String stored) {
    try {
      return unseal(place, stored);
    } catch (UnsealException lost) {
      return LOST;
    }
  }

  /**
   * What to store in place of a stored text that stays as it is: sealed if it was not, and with the
   * first key if it was sealed with another one. What cannot be unsealed is kept.
   */
  public String renew(SealContext place, String stored) {
    if (stored.startsWith(FORMAT + first.id() + ':')) {
      return stored;
    }
    try {
      return seal(place, unseal(place, stored));
    } catch (UnsealException kept) {
      return stored;
    }
  }

  private static Cipher cipher(int mode, SealingKey key, byte[] nonce, SealContext place)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BYTES * 8, nonce));
    cipher.updateAAD(place.bytes());
    return cipher;
  }
}
