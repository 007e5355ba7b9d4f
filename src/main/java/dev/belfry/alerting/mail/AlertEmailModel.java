package dev.belfry.alerting.mail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.monitoring.check.AlertSettings;
import java.time.Instant;

/**
 * An alert as a message needs it.
 *
 * @param reminder which one it is, from 1; 0 for an alert that is none
 * @param since when the trouble began
 * @param decided when it was found that people are to be told
 * @param settings those in force for the check
 * @param context what is known, by the names that templates know (wire contract 1.7)
 */
record AlertEmailModel(
    AlertType type,
    int reminder,
    Instant since,
    Instant decided,
    AlertSettings settings,
    JsonNode context) {
  /** A line of the context, empty when it is not known. */
  String line(String name) {
    JsonNode value = context.path(name);
    return value.isValueNode() && !value.isNull() ? Wording.line(value.asText(), 500) : "";
  }
}
