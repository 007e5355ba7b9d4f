package dev.belfry.account.people;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * A second factor as it is stored, and what a code of the app makes of it.
 *
 * @param lastStep the newest step whose code was used
 * @param tries wrong codes since the last right one
 * @param triedAt when the last of them came
 */
record FactorState(TotpSecret secret, long lastStep, int tries, Instant triedAt) {
  /** So many wrong codes of a person are judged without a pause, from all networks together. */
  static final int FREE = 10;

  /** After that, one code in this time. Only a person who knows the password can bring it about. */
  static final Duration PAUSE = Duration.ofMinutes(15);

  /** What a code is worth. */
  enum Verdict {
    /** The person has no second factor, so that no code is needed. */
    NONE,
    /** A code is needed and was not given. */
    REQUIRED,
    RIGHT,
    WRONG,
    /** The code was not judged: there were too many wrong ones. */
    WAIT
  }

  /** What becomes of a code, and of the factor. */
  record Judged(Verdict verdict, FactorState after) {}

  /** Judges a code of the app. One that was used before is wrong. */
  Judged judge(String code, Instant now) {
    if (tries >= FREE && now.isBefore(triedAt.plus(PAUSE))) {
      return new Judged(Verdict.WAIT, this);
    }
    OptionalLong step = secret.step(code, now);
    return step.isPresent() && step.getAsLong() > lastStep
        ? new Judged(Verdict.RIGHT, new FactorState(secret, step.getAsLong(), 0, now))
        : new Judged(Verdict.WRONG, new FactorState(secret, lastStep, tries + 1, now));
  }

  /** Whether a secret that is not in force yet has been tried too often. */
  boolean isSpent() {
    return tries >= FREE;
  }

  /** Seconds until the next code is judged. */
  long seconds(Instant now) {
    return Math.max(1, Duration.between(now, triedAt.plus(PAUSE)).toSeconds());
  }
}
