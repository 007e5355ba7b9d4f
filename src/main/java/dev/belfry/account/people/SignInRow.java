package dev.belfry.account.people;

import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A sign-in, or failed ones that are told together.
 *
 * @param account of the session, null for failures
 * @param accountName null where the account is gone, or the person no member of it
 * @param network empty for failures from many networks
 * @param inForce whether its session still works
 */
record SignInRow(
    UUID id,
    @Nullable UUID account,
    @Nullable String accountName,
    String way,
    String outcome,
    String network,
    String userAgent,
    int times,
    OffsetDateTime firstAt,
    OffsetDateTime lastAt,
    boolean inForce) {

  static SignInRow of(Row row) {
    return new SignInRow(
        row.getUUID(0),
        row.getUUID(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getInteger(7),
        row.getOffsetDateTime(8),
        row.getOffsetDateTime(9),
        row.getBoolean(10));
  }

  /** The answer's JSON text. */
  String json() {
    boolean succeeded = outcome.equals(SignInOutcome.SUCCEEDED.name());
    return JsonText.object()
        .plain("id", id.toString())
        .string("way", way)
        .string("outcome", outcome)
        .string("network", network)
        .string("userAgent", userAgent)
        .number("times", (long) times)
        .time("firstAt", firstAt)
        .time("lastAt", lastAt)
        .string("accountId", account == null ? null : account.toString())
        .string("accountName", accountName)
        .string("sessionId", succeeded ? id.toString() : null)
        .flag("sessionInForce", inForce)
        .end();
  }
}
