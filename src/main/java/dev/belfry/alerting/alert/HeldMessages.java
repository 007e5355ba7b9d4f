package dev.belfry.alerting.alert;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The messages of a transaction that wait for the end of quiet hours, with their times. */
final class HeldMessages {
  private final Map<Message, Long> ends = new HashMap<>();

  private record Message(UUID alert, long channel) {}

  /** Lets a message wait until a time, milliseconds since 1970. */
  void hold(UUID alert, long channel, long until) {
    ends.put(new Message(alert, channel), until);
  }

  /** When a message is due, milliseconds since 1970; null for one that does not wait. */
  @Nullable Long until(UUID alert, long channel) {
    return ends.get(new Message(alert, channel));
  }
}
