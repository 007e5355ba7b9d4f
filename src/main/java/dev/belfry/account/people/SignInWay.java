package dev.belfry.account.people;

/** How a person signs in, as the API says it. */
enum SignInWay {
  PASSWORD,
  /** The password with a code of the app. */
  SECOND_FACTOR,
  /** The password with a recovery code. */
  RECOVERY_CODE,
  OPENID_CONNECT,
  /** The link of an invitation. */
  INVITATION,
  /** The link that sets a new password. */
  PASSWORD_LINK,
  /** From a session in another account. */
  SWITCH;

  /** The way of a password with a code, right or wrong. */
  static SignInWay ofCode(String code) {
    return RecoveryCode.isOfApp(RecoveryCode.plain(code)) ? SECOND_FACTOR : RECOVERY_CODE;
  }
}
