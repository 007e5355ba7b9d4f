package dev.belfry.monitoring.channel;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;

/**
 * {@code onCall} of a channel as a body has it: the person of a schedule for whom it speaks.
 *
 * @param person absent for the address of a channel's member
 */
record OnCallLink(Field<Long> scheduleId, Field<String> person) {
  private static final String ON_CALL = "onCall";

  /** Reads it from the members of a channel. */
  static Field<OnCallLink> read(FieldReader channel) {
    return channel.object(
        ON_CALL, link -> new OnCallLink(link.number("scheduleId"), link.text("person")));
  }

  /** Writes it to the members of a channel; null is a channel that speaks at all times. */
  static void write(Field<OnCallLink> link, FieldWriter channel) {
    channel.object(
        ON_CALL,
        link,
        (members, object) ->
            object.number("scheduleId", members.scheduleId()).text("person", members.person()));
  }

  /** A channel that speaks at all times has no such member once it is stored. */
  static void dropNull(ObjectNode settings) {
    if (settings.path(ON_CALL).isNull()) {
      settings.remove(ON_CALL);
    }
  }

  /** The document that a project is compared by has no such member: schedules are no resources. */
  static void drop(ObjectNode document) {
    document.remove(ON_CALL);
  }

  /** Whether settings name a person, or no schedule. */
  static boolean hasPerson(ObjectNode settings) {
    return !settings.path(ON_CALL).isObject() || settings.path(ON_CALL).hasNonNull("person");
  }

  /** The schedule of a valid link. */
  long schedule() {
    return requireNonNull(scheduleId.value());
  }
}
