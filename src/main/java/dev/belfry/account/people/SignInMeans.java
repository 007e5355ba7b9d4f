package dev.belfry.account.people;

/**
 * By what a session begins.
 *
 * @param byProvider whether a provider of OpenID Connect proved the person, now or at the session
 *     that was switched
 */
record SignInMeans(SignInWay way, boolean byProvider, BrowserInfo browser) {
  /** By a password or a link. */
  static SignInMeans of(SignInWay way, BrowserInfo browser) {
    return new SignInMeans(way, false, browser);
  }
}
