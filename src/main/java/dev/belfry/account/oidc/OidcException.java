package dev.belfry.account.oidc;

/** A sign-in over a provider that failed. Its message holds nothing secret. */
public final class OidcException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the person is told. */
  public enum Reason {
    /** The provider does not answer, or not as it must. */
    UNREACHABLE,
    /** Too many sign-ins are under way. */
    BUSY,
    /** The answer of the provider proves no person. */
    FAILED
  }

  private final Reason reason;

  OidcException(Reason reason, String message) {
    super(message, null, false, false);
    this.reason = reason;
  }

  /** What the person is told. */
  public Reason reason() {
    return reason;
  }

  static OidcException failed(String message) {
    return new OidcException(Reason.FAILED, message);
  }

  static OidcException unreachable(String message) {
    return new OidcException(Reason.UNREACHABLE, message);
  }
}
