package dev.belfry.api.auth;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns the two authentication headers of a request into its caller, or into 401 or 403. */
public final class Authenticator {
  private final KeyVerifier keys;

  public Authenticator(KeyVerifier keys) {
    this.keys = keys;
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

  /** Whether the key of a caller is still in force. */
  public boolean isInForce(Caller caller) {
    return keys.isInForce(caller);
  }

  /**
   * Requires that a caller may do what the request asks for.
   *
   * @param account the account header, null when absent, which means the key's own account
   * @param least the role that the operation needs
   * @param writes whether the operation changes something
   * @throws ApiException 403 for another account than the key's, or too low a role or scope
   */
  public void authorize(Caller caller, @Nullable String account, Role least, boolean writes) {
    if (account != null && !isAccount(account, caller.accountId())) {
      throw new ApiException(ApiError.FORBIDDEN);
    }
    if (!caller.may(least, writes)) {
      throw new ApiException(ApiError.FORBIDDEN);
    }
  }

  private static boolean isAccount(String header, UUID account) {
    return header.trim().toLowerCase(Locale.ROOT).equals(account.toString());
  }
}
