package dev.belfry.monitoring.location;

import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a proxy, which may hold a password: sealed in the database, and shown with a mask
 * in its place.
 */
final class ProxySecret {
  static final String MASK = "****";

  /**
   * Scheme and user, password, and the rest from the last @ on: rather too much than too little.
   */
  private static final Pattern WITH_PASSWORD =
      Pattern.compile("(?s)((?:[^:/?#]*://)?[^:/?#]*:)(.*)(@.*)");

  private final Sealer sealer;

  ProxySecret(Sealer sealer) {
    this.sealer = sealer;
  }

  /** The address as it is stored; one without a password stays readable. */
  @Nullable String sealed(UUID account, UUID location, @Nullable String sent) {
    return sent == null || !WITH_PASSWORD.matcher(sent).matches()
        ? sent
        : sealer.seal(place(account, location), sent);
  }

  /** The address as it was given, null when no key at hand unseals it. */
  @Nullable String unsealed(UUID account, UUID location, @Nullable String stored) {
    try {
      return stored == null ? null : sealer.unseal(place(account, location), stored);
    } catch (UnsealException lost) {
      return null;
    }
  }

  /** The address as an answer shows it. */
  @Nullable String shown(UUID account, UUID location, @Nullable String stored) {
    String address = unsealed(account, location, stored);
    return address == null ? null : masked(address);
  }

  /** An address with the mask in place of its password. */
  static String masked(String address) {
    Matcher matcher = WITH_PASSWORD.matcher(address);
    return matcher.matches() ? matcher.group(1) + MASK + matcher.group(3) : address;
  }

  /** Whether an address that was sent is one that we have shown, so that the password is ours. */
  static boolean isMasked(@Nullable String sent) {
    if (sent == null) {
      return false;
    }
    Matcher matcher = WITH_PASSWORD.matcher(sent);
    return matcher.matches() && MASK.equals(matcher.group(2));
  }

  /** A masked address with the password of another one, or without a password if that has none. */
  static String completed(String sent, @Nullable String stored) {
    Matcher matcher = WITH_PASSWORD.matcher(sent);
    Matcher before = WITH_PASSWORD.matcher(stored == null ? "" : stored);
    return matcher.matches() && before.matches()
        ? matcher.group(1) + before.group(2) + matcher.group(3)
        : sent;
  }

  private static SealContext place(UUID account, UUID location) {
    return new SealContext("private_locations.proxy_url", account, location.toString());
  }
}
