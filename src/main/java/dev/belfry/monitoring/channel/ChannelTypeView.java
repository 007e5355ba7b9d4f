package dev.belfry.monitoring.channel;

import dev.belfry.api.http.JsonText;
import java.util.Arrays;

/** Renders the types of channels as JSON, with what keeps this installation from sending. */
final class ChannelTypeView {
  private ChannelTypeView() {}

  /** The JSON text of the whole list. */
  static String all(ChannelAvailability availability) {
    return JsonText.array(
        Arrays.stream(ChannelType.values())
            .map(type -> of(type, availability.hindrance(type)))
            .toList());
  }

  private static String of(ChannelType type, String hindrance) {
    return JsonText.object()
        .plain("type", type.name())
        .flag("canSend", hindrance.isEmpty())
        .string("reason", hindrance.isEmpty() ? null : hindrance)
        .end();
  }
}
