package dev.belfry.api.auth;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns the two authentication headers of a request into its caller, or into 401 or 403. */
public final class Authenticator {
  /** What the answer to a restricted session says, for programs. */
  private static final Map<String, String> NEEDS_FACTOR = Map.of("code", "SECOND_FACTOR_REQUIRED");

  private final KeyVerifier keys;
  private final RestrictedMembers restricted;

  /**
   * @param restricted whose sessions can do nothing but set up a second factor
   */
  public Authenticator(KeyVerifier keys, RestrictedMembers restricted) {
    this.keys = keys;
    this.restricted = restricted;
  }

  /**
   * The caller of a request.
   *
   * @param authorization the {@code Authorization} header, null when absent
   * @throws ApiException 401 for anything but a genuine key in force
   */
  public Caller authenticate(@Nullable String authorization) {
    return verify(
        BearerToken.of(authorization).orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED)));
  }

  /**
   * The caller a key names.
   *
   * @throws ApiException 401 for anything but a genuine key in force
   */
  public Caller verify(String key) {
    return keys.verify(key).orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED));
  }

  /** Whether a caller who was admitted once may go on: the key is in force, and not restricted. */
  public boolean isInForce(Caller caller) {
    return keys.isInForce(caller) && !isRestricted(caller);
  }

  /** Whether the account of a session requires a second factor that its person does not have. */
  public boolean isRestricted(Caller caller) {
    return restricted.contains(caller);
  }

  /**
   * Requires that a caller may do what the request asks for.
   *
   * @param account the account header, null when absent, which means the key's own account
   * @param least the role that the operation needs
   * @param writes whether the operation changes something
   * @param ofRestricted whether a session may use it that has to set up a second factor first
   * @throws ApiException 403 for another account than the key's, too low a role or scope, or a
   *     restricted session
   */
  public void authorize(
      Caller caller, @Nullable String account, Role least, boolean writes, boolean ofRestricted) {
    if (account != null && !isAccount(account, caller.accountId())) {
      throw new ApiException(ApiError.FORBIDDEN);
    }
    if (!ofRestricted && isRestricted(caller)) {
      throw ApiException.forbidden(
          "This account requires a second factor: set one up on the page Profile of the console",
          NEEDS_FACTOR);
    }
    if (!caller.may(least, writes)) {
      throw new ApiException(ApiError.FORBIDDEN);
    }
  }

  private static boolean isAccount(String header, UUID account) {
    return header.trim().toLowerCase(Locale.ROOT).equals(account.toString());
  }
}
