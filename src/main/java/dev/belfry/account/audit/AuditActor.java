package dev.belfry.account.audit;

import dev.belfry.api.http.JsonText;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * On whose behalf something was changed.
 *
 * @param stored {@code key:<id of the API key>}, {@code user:<id of the person>}, or a word for an
 *     actor that is neither
 * @param name name of the API key or person, null without one
 * @param requestId null when no request made the change
 */
public record AuditActor(String stored, @Nullable String name, @Nullable String requestId) {
  private static final String KEY = "key:";
  private static final String USER = "user:";

  /**
   * The actors that are neither keys nor persons; any other word was set in the database by an
   * operator.
   */
  private static final Set<String> OTHERS = Set.of("public", "system", "command", "file");

  /** JSON text of the member {@code actor} of an answer. */
  public String json() {
    boolean named = stored.startsWith(KEY) || stored.startsWith(USER);
    String word =
        named
            ? stored.substring(0, stored.indexOf(':'))
            : OTHERS.contains(stored) ? stored : "database";
    return JsonText.object()
        .plain("type", word.toUpperCase(Locale.ROOT))
        .string("id", named ? stored.substring(stored.indexOf(':') + 1) : null)
        .string("name", name)
        .string("requestId", requestId)
        .end();
  }
}
