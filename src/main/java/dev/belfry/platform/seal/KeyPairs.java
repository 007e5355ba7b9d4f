package dev.belfry.platform.seal;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Map;

/** Tells whether a private key belongs to a public one, by a signature. */
public final class KeyPairs {
  /** The signature that proves it, by the algorithm of the private key. */
  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");

  private KeyPairs() {}

  /** Whether two RSA keys or two EC keys are a pair; false for any other keys. */
  public static boolean isPair(PrivateKey key, PublicKey certified) {
    try {
      Signature signature = Signature.getInstance(SIGNATURES.getOrDefault(key.getAlgorithm(), ""));
      byte[] text = {1};
      signature.initSign(key);
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // An RSA key to an EC certificate, say.
    }
  }
}
