package dev.belfry.account.profile;

import dev.belfry.api.http.JsonText;
import java.util.UUID;

/**
 * The caller as command lines show it: a person, or a key in place of one (wire contract 3.2,
 * "whoami").
 */
final class UserView {
  private UserView() {}

  /**
   * The answer's JSON text.
   *
   * @param id of the person or the key
   * @param name of the person or the key
   */
  static String of(UUID id, String name) {
    return JsonText.object().plain("id", id.toString()).string("name", name).end();
  }
}
