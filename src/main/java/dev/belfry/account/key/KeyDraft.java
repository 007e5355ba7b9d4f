package dev.belfry.account.key;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Scope;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A new key as a caller asks for it.
 *
 * @param expiry whole seconds; null for as long as the key it is made with
 */
record KeyDraft(String name, Scope scope, @Nullable Instant expiry) {
  static KeyDraft of(ObjectNode body) {
    JsonNode expiry = body.path("expiresAt");
    return new KeyDraft(
        body.get("name").asText(),
        Scope.valueOf(body.get("scope").asText()),
        expiry.isTextual()
            ? OffsetDateTime.parse(expiry.asText()).toInstant().truncatedTo(ChronoUnit.SECONDS)
            : null);
  }

  /**
   * The key, with the limit of the one it is made with. The end of a person's session is none of
   * the keys that the person makes.
   *
   * @throws ApiException 400 when it would outlive that one, or be of no use
   */
  Caller madeWith(Caller maker, UUID id, Instant now) {
    Instant last = maker.person() == null ? maker.expiry() : null;
    Instant end = expiry == null ? last : expiry;
    if (end != null && !end.isAfter(now)) {
      throw invalid("must lie in the future");
    }
    if (last != null && end != null && end.isAfter(last)) {
      throw invalid("must not be after that of the key it is made with");
    }
    return new Caller(id, maker.accountId(), scope, maker.ownRateLimit(), end);
  }

  private static ApiException invalid(String message) {
    return ApiException.invalid(List.of(new Violation("/expiresAt", message)));
  }
}
