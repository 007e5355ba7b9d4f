package dev.belfry.account.oidc;

import dev.belfry.platform.seal.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a browser that is sent to a provider must bring back.
 *
 * @param state that the provider repeats
 * @param nonce that the ID token has
 * @param verifier of which the provider knows the hash (PKCE, RFC 7636)
 */
public record SignInAttempt(String state, String nonce, String verifier) {
  private static final int BYTES = 32;

  static SignInAttempt make(SecureRandom random) {
    return new SignInAttempt(text(random), text(random), text(random));
  }

  private static String text(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return encoded(bytes);
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The hash of the verifier, by the method S256. */
  String challenge() {
    return encoded(Sha256.of(verifier));
  }

  /** Whether a state that came back is that of this attempt. */
  public boolean isOf(@Nullable String given) {
    return given != null
        && MessageDigest.isEqual(
            state.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }
}
