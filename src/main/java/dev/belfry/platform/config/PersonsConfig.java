package dev.belfry.platform.config;

import java.util.List;

/**
 * What persons may set for themselves.
 *
 * @param sms beginnings of phone numbers that persons may have alerts sent to, such as +49; none =
 *     no text messages
 * @param maxCodes codes by text message that all persons together request in a day; an account has
 *     a tenth
 */
public record PersonsConfig(List<String> sms, int maxCodes) {
  public PersonsConfig {
    sms = List.copyOf(sms);
  }
}
