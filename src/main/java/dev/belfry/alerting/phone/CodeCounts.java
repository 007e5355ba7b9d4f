package dev.belfry.alerting.phone;

import io.vertx.sqlclient.Row;

/**
 * What counts against a further code. All but the months are of the last 24 hours.
 *
 * @param ofPerson codes of the person
 * @param toNumber codes to the number, of all persons
 * @param toNumberInMonth the same of 30 days
 * @param own codes of the person to the number
 * @param ownInMonth the same of 30 days
 * @param ofAccount codes that sessions in the account requested
 * @param all codes of all persons
 * @param guesses wrong codes that the person entered
 */
record CodeCounts(
    long ofPerson,
    long toNumber,
    long toNumberInMonth,
    long own,
    long ownInMonth,
    long ofAccount,
    long all,
    long guesses) {
  static final int MOST_OF_PERSON = 5;
  static final int MOST_TO_NUMBER = 5;
  static final int MOST_TO_NUMBER_IN_MONTH = 15;

  /** Fewer than a number may get, so that a stranger leaves codes to the owner of the phone. */
  static final int MOST_OWN = 3;

  static final int MOST_OWN_IN_MONTH = 8;
  static final int MOST_WRONG = 10;

  /** An account has this part of all codes, so that one leaves codes to the others. */
  private static final int PART = 10;

  static CodeCounts of(Row row) {
    return new CodeCounts(
        row.getLong(0),
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        row.getLong(4),
        row.getLong(5),
        row.getLong(6),
        row.getLong(7));
  }

  /** Whether the person has used up what no other person counts for. */
  boolean isPersonDone() {
    return ofPerson >= MOST_OF_PERSON || guesses >= MOST_WRONG;
  }

  /**
   * Whether there may be one more code.
   *
   * @param most of all persons in a day
   */
  boolean allows(int most) {
    return !isPersonDone()
        && toNumber < MOST_TO_NUMBER
        && toNumberInMonth < MOST_TO_NUMBER_IN_MONTH
        && own < MOST_OWN
        && ownInMonth < MOST_OWN_IN_MONTH
        && ofAccount < most / PART
        && all < most;
  }
}
