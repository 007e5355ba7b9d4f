package dev.belfry.alerting.phone;

import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What a person sees of the own phone.
 *
 * @param phone the confirmed number; null without one
 * @param change the number that waits for its code; null without one
 */
record OwnPhone(@Nullable Confirmed phone, @Nullable Unconfirmed change) {
  /** A number that gets messages. */
  record Confirmed(
      String number,
      String use,
      OffsetDateTime confirmedAt,
      boolean isRefused,
      @Nullable OffsetDateTime lastSuccessAt,
      int failures) {}

  /**
   * A number that was sent a code.
   *
   * @param delivery the state of the message with the code; null when it is gone
   */
  record Unconfirmed(String number, OffsetDateTime requestedAt, @Nullable String delivery) {
    private String state() {
      return "PENDING".equals(delivery)
          ? "QUEUED"
          : "DELIVERED".equals(delivery) ? "SENT" : "FAILED";
    }

    private String json() {
      return JsonText.object()
          .string("number", number)
          .plain("state", state())
          .time("expiresAt", requestedAt.plus(PhoneCodes.VALIDITY))
          .end();
    }
  }

  static OwnPhone of(Row row) {
    return new OwnPhone(
        row.getString(0) == null
            ? null
            : new Confirmed(
                row.getString(0),
                row.getString(1),
                row.getOffsetDateTime(2),
                row.getBoolean(3),
                row.getOffsetDateTime(4),
                row.getInteger(5)),
        row.getString(6) == null
            ? null
            : new Unconfirmed(row.getString(6), row.getOffsetDateTime(7), row.getString(8)));
  }

  /** The answer's JSON text. */
  String json(PhoneRules rules) {
    Confirmed known = phone;
    JsonText json = JsonText.object();
    if (known == null) {
      json.string("number", null)
          .string("use", null)
          .time("confirmedAt", null)
          .time("lastSuccessAt", null)
          .number("failures", 0L)
          .string("hindrance", rules.hindrance());
    } else {
      json.string("number", known.number())
          .string("use", known.use())
          .time("confirmedAt", known.confirmedAt())
          .time("lastSuccessAt", known.lastSuccessAt())
          .number("failures", (long) known.failures())
          .string("hindrance", rules.hindrance(known.number(), known.isRefused()));
    }
    return json.raw("change", change == null ? "null" : change.json()).end();
  }

  /** Omits the numbers, which no log may have. */
  @Override
  public String toString() {
    return "OwnPhone";
  }
}
