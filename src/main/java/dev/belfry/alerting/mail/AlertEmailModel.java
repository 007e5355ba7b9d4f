package dev.belfry.alerting.mail;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.alert.AlertType;
import dev.belfry.monitoring.check.AlertSettings;
import java.time.Instant;

/**
 * The data of an alert e-mail.
 *
 * @param reminder number of the reminder from 1; 0 for other alerts
 * @param since end of the run that raised the first alert of the episode
 * @param decided when the alert was raised
 * @param settings those in force for the check
 * @param context known values by the names of template variables (wire contract 1.7)
 */
record AlertEmailModel(
    AlertType type,
    int reminder,
    Instant since,
    Instant decided,
    AlertSettings settings,
    JsonNode context) {
  /** Whether it says that the check flaps. */
  boolean isFlapping() {
    return context.path("FLAPPING").asBoolean();
  }

  /** Whether it says that a check that flapped has settled. */
  boolean isSettled() {
    return context.path("FLAPPING").isBoolean() && !isFlapping();
  }

  /** A value of the context in one line, empty when it is unknown. */
  String line(String name) {
    JsonNode value = context.path(name);
    return value.isValueNode() && !value.isNull() ? Wording.line(value.asText(), 500) : "";
  }
}
