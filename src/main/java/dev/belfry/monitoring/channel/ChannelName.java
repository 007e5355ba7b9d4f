package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** What people call a channel; never the address of a webhook, which may hold a secret. */
public final class ChannelName {
  /** Members that name a channel, best first. */
  private static final List<ConfigMember> NAMING =
      List.of(
          ConfigMember.NAME,
          ConfigMember.ADDRESS,
          ConfigMember.SERVICE_NAME,
          ConfigMember.NUMBER,
          ConfigMember.ACCOUNT,
          ConfigMember.CHANNEL);

  private ChannelName() {}

  /** Type and name of a channel, or its id where the configuration has no name. */
  public static String of(ChannelType type, long id, ObjectNode config) {
    String word = type.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    for (ConfigMember member : NAMING) {
      String name = config.path(member.wire()).asText("").strip();
      if (type.members().contains(member) && !name.isEmpty()) {
        return "\"" + name + "\" (" + word + ")";
      }
    }
    String first = config.path("slackChannels").path(0).asText("");
    return first.isEmpty() ? id + " (" + word + ")" : "\"" + first + "\" (" + word + ")";
  }
}
