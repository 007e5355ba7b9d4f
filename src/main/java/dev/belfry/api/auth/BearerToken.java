package dev.belfry.api.auth;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key that a request brings in its {@code Authorization} header (RFC 6750). */
public final class BearerToken {
  private static final String SCHEME = "bearer ";

  private BearerToken() {}

  /**
   * Reads the header; empty when it is absent or of another scheme.
   *
   * @param authorization the header, null when absent
   */
  public static Optional<String> of(@Nullable String authorization) {
    return authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? Optional.of(authorization.substring(SCHEME.length()).trim())
        : Optional.empty();
  }
}
