package dev.belfry.account.people;

/** A proven person who may not sign in. */
public final class IdentityRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** The person is new here, and the provider has not verified the e-mail address. */
    UNVERIFIED,
    /** No account has invited the person, and no claim gives a role. */
    STRANGER,
    /** The e-mail address belongs to a person whom the provider knows by another subject. */
    OTHER_IDENTITY
  }

  private final Reason reason;

  IdentityRefusedException(Reason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  /** Why the person may not sign in. */
  public Reason reason() {
    return reason;
  }
}
