package dev.belfry.account.profile;

import dev.belfry.api.http.JsonText;
import java.util.UUID;

/** Who asks, as command lines show it: a key stands for its user (wire contract 3.2, "whoami"). */
final class UserView {
  private UserView() {}

  /**
   * The answer's JSON text.
   *
   * @param name what the key is called
   */
  static String of(UUID key, String name) {
    return JsonText.object().plain("id", key.toString()).string("name", name).end();
  }
}
