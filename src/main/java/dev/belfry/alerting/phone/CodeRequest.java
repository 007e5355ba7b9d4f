package dev.belfry.alerting.phone;

import java.util.UUID;

/**
 * Who requests a code, and for which number.
 *
 * @param account that the session works in
 * @param number E.164
 */
record CodeRequest(UUID account, UUID person, String number) {
  /** Omits the number, which no log may have. */
  @Override
  public String toString() {
    return "CodeRequest[" + account + ", " + person + "]";
  }
}
