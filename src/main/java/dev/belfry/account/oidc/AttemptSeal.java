package dev.belfry.account.oidc;

import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;

/**
 * Seals attempts for a cookie, so that any instance can take them back and the browser can neither
 * read nor make them.
 */
public final class AttemptSeal {
  /** How long a person may take at the provider. */
  public static final Duration LIFE = Duration.ofMinutes(10);

  private static final int LONGEST = 2_000;
  private static final int PARTS = 4;

  private final SealContext place;
  private final Sealer sealer;
  private final InstantSource clock;

  /**
   * @param issuer of the provider; an attempt at another one is not taken back
   * @param sealer has the same keys on every instance
   */
  public AttemptSeal(String issuer, Sealer sealer, InstantSource clock) {
    this.place = new SealContext("sign-in over OpenID Connect", new UUID(0, 0), issuer);
    this.sealer = sealer;
    this.clock = clock;
  }

  /** The value of the cookie. */
  public String seal(SignInAttempt attempt) {
    String text =
        String.join(
            " ",
            Long.toString(clock.instant().plus(LIFE).getEpochSecond()),
            attempt.state(),
            attempt.nonce(),
            attempt.verifier());
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(sealer.seal(place, text).getBytes(StandardCharsets.US_ASCII));
  }

  /** The attempt of a cookie; empty when it is over, or was not sealed here. */
  public Optional<SignInAttempt> unseal(String value) {
    if (value.length() > LONGEST) {
      return Optional.empty();
    }
    try {
      String sealed = new String(Base64.getUrlDecoder().decode(value), StandardCharsets.US_ASCII);
      // The sealer returns a text that is not sealed as it is.
      if (Sealer.revision(sealed).isEmpty()) {
        return Optional.empty();
      }
      String[] parts = sealer.unseal(place, sealed).split(" ", -1);
      return parts.length == PARTS && Long.parseLong(parts[0]) > clock.instant().getEpochSecond()
          ? Optional.of(new SignInAttempt(parts[1], parts[2], parts[3]))
          : Optional.empty();
    } catch (IllegalArgumentException | UnsealException foreign) {
      return Optional.empty();
    }
  }
}
