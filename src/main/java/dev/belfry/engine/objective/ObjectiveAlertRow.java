package dev.belfry.engine.objective;

import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An episode of an objective as it is stored.
 *
 * @param pair that began it
 * @param longRate burn rate of the long window at the start
 * @param shortRate burn rate of the short window at the start
 */
record ObjectiveAlertRow(
    UUID id,
    long objective,
    BurnPair pair,
    double longRate,
    double shortRate,
    long beganMs,
    @Nullable Long endedMs) {
  static ObjectiveAlertRow of(Row row) {
    return new ObjectiveAlertRow(
        row.getUUID(0),
        row.getLong(1),
        BurnPair.ofFactor(row.getDouble(2)),
        row.getDouble(3),
        row.getDouble(4),
        row.getLong(5),
        row.getLong(6));
  }

  /** The episode as an answer shows it. */
  String view() {
    JsonText text = JsonText.object().plain("id", id.toString()).number("objectiveId", objective);
    return ObjectiveStatusView.pair(text, pair)
        .raw("longRate", ObjectiveStatusView.rounded(longRate))
        .raw("shortRate", ObjectiveStatusView.rounded(shortRate))
        .millis("startedAt", beganMs)
        .millis("endedAt", endedMs)
        .end();
  }
}
