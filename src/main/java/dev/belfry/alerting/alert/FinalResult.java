package dev.belfry.alerting.alert;

import dev.belfry.monitoring.check.Verdict;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A final result that matters to alerts, with what a message may say of it. Times are milliseconds
 * since 1970 by the engine's clock.
 *
 * @param location the one of its series
 * @param slot the scheduled time
 * @param started when its last attempt began; the slot for a run that was missed
 * @param ended when that ended
 * @param responseMicros 0 when there is none
 * @param status the status code of the answer, 0 when there is none
 * @param detail what the result says in words, JSON; null when there is nothing to say
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

  /** What counts of it for the state of alerts. */
  LocationResult end() {
    return new LocationResult(location, slot, verdict, ended);
  }
}
