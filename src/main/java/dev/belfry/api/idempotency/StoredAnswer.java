package dev.belfry.api.idempotency;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer as it is kept and given again.
 *
 * @param status HTTP status
 * @param headers those that the operation chose, by name
 * @param body the text, null for an answer without one
 * @param replayed whether it was given before
 */
public record StoredAnswer(
    int status, Map<String, String> headers, @Nullable String body, boolean replayed) {
  public StoredAnswer {
    headers = Map.copyOf(headers);
  }

  /** The same answer, given once more. */
  StoredAnswer again() {
    return new StoredAnswer(status, headers, body, true);
  }
}
