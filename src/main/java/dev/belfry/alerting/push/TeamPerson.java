package dev.belfry.alerting.push;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A member of a team, as the sender of messages sees one.
 *
 * @param name for people
 * @param quietHours in which the person wants no message of the channel, JSON text; null for none
 * @param devices without those that cannot be unsealed
 */
public record TeamPerson(
    UUID id, String name, @Nullable String quietHours, List<PushDevice> devices) {
  public TeamPerson {
    devices = List.copyOf(devices);
  }
}
