package dev.belfry.monitoring.channel;

import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * When a channel receives alerts, as a body has it.
 *
 * @param quietHours an empty list for none
 * @param onCall the person for whom it speaks, null for nobody in particular
 */
record ChannelTiming(Field<List<QuietIntervalDraft>> quietHours, Field<OnCallLink> onCall) {
  private static final String QUIET_HOURS = "quietHours";

  static ChannelTiming read(FieldReader channel) {
    return new ChannelTiming(
        channel.list(QUIET_HOURS, QuietIntervalDraft::read), OnCallLink.read(channel));
  }

  void write(FieldWriter channel) {
    channel.list(QUIET_HOURS, quietHours, QuietIntervalDraft::write);
    OnCallLink.write(onCall, channel);
  }

  /** What its schema cannot say. */
  List<Violation> violations() {
    List<Violation> violations = new ArrayList<>(0);
    List<QuietIntervalDraft> intervals = quietHours.value();
    for (int i = 0; intervals != null && i < intervals.size(); i++) {
      violations.addAll(intervals.get(i).violations("/" + QUIET_HOURS + "/" + i));
    }
    return violations;
  }
}
