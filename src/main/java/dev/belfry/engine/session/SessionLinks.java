package dev.belfry.engine.session;

import java.util.UUID;

/**
 * Makes the links of sessions and results. Command lines print them for people, so they lead to the
 * check or the test session in the console.
 *
 * @param base the address of this service, without a slash at the end
 */
public record SessionLinks(String base) {

  String check(UUID check) {
    return base + "/console/monitors/" + check;
  }

  /** A test session. */
  public String testSession(UUID session) {
    return base + "/console/test-sessions/" + session;
  }
}
