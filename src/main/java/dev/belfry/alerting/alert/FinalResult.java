package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.Verdict;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A final result with the data that alerts and messages need. Times are milliseconds since 1970 by
 * the engine's clock.
 *
 * @param location of its series
 * @param slot the scheduled time
 * @param started start of its last attempt; the slot for a missed run
 * @param ended end of its last attempt
 * @param responseMicros 0 when there is none
 * @param status HTTP status code of the response, 0 when there is none
 * @param detail JSON with location and error message, null without detail
 */
public record FinalResult(
    UUID checkId,
    int seriesId,
    String location,
    long slot,
    Verdict verdict,
    long started,
    long ended,
    long responseMicros,
    int status,
    @Nullable String detail) {

  /** The part that the alert state needs. */
  LocationResult end() {
    return new LocationResult(location, slot, verdict, ended);
  }
}
