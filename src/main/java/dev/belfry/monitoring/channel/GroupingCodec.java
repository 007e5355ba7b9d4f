package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;

/** The JSON members of {@code grouping} of a channel. */
final class GroupingCodec {
  private static final String GROUPING = "grouping";

  private GroupingCodec() {}

  /** Reads it from the members of a channel. */
  static Field<GroupingDraft> read(FieldReader channel) {
    return channel.object(
        GROUPING,
        grouping ->
            new GroupingDraft(
                grouping.texts("by"),
                grouping.whole("waitSeconds"),
                grouping.whole("intervalSeconds"),
                grouping.whole("repeatMinutes")));
  }

  /** Writes it to the members of a channel; null is a channel that does not group. */
  static void write(Field<GroupingDraft> grouping, FieldWriter channel) {
    channel.object(GROUPING, grouping, GroupingCodec::write);
  }

  private static void write(GroupingDraft grouping, FieldWriter object) {
    object
        .texts("by", grouping.by())
        .number("waitSeconds", grouping.waitSeconds())
        .number("intervalSeconds", grouping.intervalSeconds())
        .number("repeatMinutes", grouping.repeatMinutes());
  }

  /** A channel that does not group has no such member once it is stored. */
  static void dropNull(ObjectNode settings) {
    if (settings.path(GROUPING).isNull()) {
      settings.remove(GROUPING);
    }
  }
}
