package dev.belfry.alerting.preview;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.SubscribedChannel;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.QuietHours;
import io.vertx.sqlclient.Row;

/**
 * A channel that is subscribed to a check.
 *
 * @param settings all of its settings, JSON text
 */
record PreviewedChannel(SubscribedChannel channel, String settings) {
  static PreviewedChannel of(Row row) {
    return new PreviewedChannel(SubscribedChannel.of(row), row.getString(12));
  }

  /** The channel with other members among its settings. */
  PreviewedChannel with(ObjectNode changes) {
    if (changes.isEmpty()) {
      return this;
    }
    ObjectNode changed = JsonText.parse(settings).setAll(changes);
    return new PreviewedChannel(
        channel.with(QuietHours.of(changed), changed.path("grouping").isObject()),
        changed.toString());
  }
}
