package dev.belfry.api.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Verifies bearer tokens. Genuine tokens are remembered within bounds, so a busy key costs one look
 * into a map; expiry and revocation are checked every time.
 */
public final class KeyVerifier {
  private static final int MOST_REMEMBERED = 10_000;
  private static final int LONGEST_TOKEN = 2_048;

  private final KeyTokens tokens;
  private final RevokedKeys revoked;
  private final InstantSource clock;
  private final Cache<String, Caller> genuine =
      Caffeine.newBuilder().maximumSize(MOST_REMEMBERED).build();

  public KeyVerifier(KeyTokens tokens, RevokedKeys revoked, InstantSource clock) {
    this.tokens = tokens;
    this.revoked = revoked;
    this.clock = clock;
  }

  /** The caller a bearer token names; empty for anything but a genuine key in force. */
  public Optional<Caller> verify(String token) {
    Caller caller = genuine.getIfPresent(token);
    if (caller == null) {
      caller = check(token);
    }
    return caller != null && isInForce(caller) ? Optional.of(caller) : Optional.empty();
  }

  /** Whether a key that was genuine still works. */
  public boolean isInForce(Caller caller) {
    return !revoked.contains(caller.keyId()) && !expired(caller);
  }

  private @Nullable Caller check(String token) {
    if (token.length() > LONGEST_TOKEN) {
      return null;
    }
    Caller caller = tokens.verify(token).orElse(null);
    if (caller != null) {
      genuine.put(token, caller);
    }
    return caller;
  }

  private boolean expired(Caller caller) {
    return caller.expiry() != null && caller.expiredAt(clock.instant());
  }
}
