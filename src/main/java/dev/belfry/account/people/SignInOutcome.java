package dev.belfry.account.people;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import java.util.Optional;

/** What became of an attempt to sign in, as the API says it. */
enum SignInOutcome {
  SUCCEEDED,
  WRONG_PASSWORD,
  WRONG_CODE,
  /** Password or link were right, and no right code followed within five minutes. */
  NO_CODE,
  /** There were too many wrong passwords or codes, so that this one was not judged. */
  LOCKED_OUT;

  /**
   * What a refusal of a person is; empty for one that says nothing of the attempt, such as a
   * service that is busy.
   */
  static Optional<SignInOutcome> of(Throwable failure) {
    if (!(failure instanceof ApiException refusal)) {
      return Optional.empty();
    }
    if (refusal.error() == ApiError.UNAUTHORIZED) {
      String factor = refusal.members().get("secondFactor");
      return factor == null
          ? Optional.of(WRONG_PASSWORD)
          : Optional.of(factor.equals(FactorState.Verdict.WRONG.name()) ? WRONG_CODE : NO_CODE);
    }
    // A busy service names no time to wait.
    return refusal.error() == ApiError.TOO_MANY_REQUESTS
            && refusal.members().containsKey("retryAfterSeconds")
        ? Optional.of(LOCKED_OUT)
        : Optional.empty();
  }
}
