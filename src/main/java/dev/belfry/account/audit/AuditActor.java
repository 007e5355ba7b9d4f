package dev.belfry.account.audit;

import dev.belfry.api.http.JsonText;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * On whose behalf something was changed.
 *
 * @param stored {@code key:<id of the API key>}, or a word for an actor that is none
 * @param keyName name of the API key, null without one
 * @param requestId null when no request made the change
 */
public record AuditActor(String stored, @Nullable String keyName, @Nullable String requestId) {
  private static final String KEY = "key:";

  /** The actors that are no keys; any other word was set in the database by an operator. */
  private static final Set<String> OTHERS = Set.of("public", "system", "command", "file");

  /** The text of an API key that is stored. */
  static String ofKey(UUID key) {
    return KEY + key;
  }

  /** JSON text of the member {@code actor} of an answer. */
  public String json() {
    boolean key = stored.startsWith(KEY);
    String word = key ? "key" : OTHERS.contains(stored) ? stored : "database";
    return JsonText.object()
        .plain("type", word.toUpperCase(Locale.ROOT))
        .string("id", key ? stored.substring(KEY.length()) : null)
        .string("name", keyName)
        .string("requestId", requestId)
        .end();
  }
}
