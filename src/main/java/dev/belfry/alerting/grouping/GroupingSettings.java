package dev.belfry.alerting.grouping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.QuietHours;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How a channel groups its alerts, and which it receives. Times are milliseconds.
 *
 * @param by what the alerts of a group have in common, empty for one group of all
 * @param waits before the first message, for more alerts to come
 * @param interval between looks at a group, and so between its messages
 * @param repeat until a message without news is repeated
 * @param receives which levels and recoveries the channel is told
 * @param quietHours at which messages wait
 */
record GroupingSettings(
    List<String> by,
    long waits,
    long interval,
    long repeat,
    Receives receives,
    QuietHours quietHours) {
  /** Which news the channel is told. */
  record Receives(boolean failure, boolean degraded, boolean recovery) {}

  /** Those of a channel that no longer groups, for the groups that are still open. */
  private static final long DEFAULT_WAIT = 30;

  private static final long DEFAULT_INTERVAL = 300;
  private static final long DEFAULT_REPEAT = 240;

  GroupingSettings {
    by = List.copyOf(by);
  }

  /**
   * Reads the stored settings of a channel.
   *
   * @param settings JSON text
   */
  static GroupingSettings of(String settings) {
    ObjectNode channel = JsonText.parse(settings);
    JsonNode grouping = channel.path("grouping");
    List<String> by = new ArrayList<>();
    grouping.path("by").forEach(one -> by.add(one.asText()));
    return new GroupingSettings(
        by,
        TimeUnit.SECONDS.toMillis(grouping.path("waitSeconds").asLong(DEFAULT_WAIT)),
        TimeUnit.SECONDS.toMillis(grouping.path("intervalSeconds").asLong(DEFAULT_INTERVAL)),
        TimeUnit.MINUTES.toMillis(grouping.path("repeatMinutes").asLong(DEFAULT_REPEAT)),
        new Receives(
            channel.path("sendFailure").asBoolean(true),
            channel.path("sendDegraded").asBoolean(false),
            channel.path("sendRecovery").asBoolean(true)),
        QuietHours.of(channel));
  }
}
