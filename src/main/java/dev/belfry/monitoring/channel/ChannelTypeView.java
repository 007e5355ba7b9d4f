package dev.belfry.monitoring.channel;

import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import java.util.Arrays;
import java.util.TreeSet;

/** Renders the types of channels as JSON, with what keeps this installation from sending. */
final class ChannelTypeView {
  private static final String PRESETS =
      JsonText.array(Arrays.stream(WebhookPreset.values()).map(ChannelTypeView::of).toList());

  private ChannelTypeView() {}

  /** The JSON text of the whole list. */
  static String all(ChannelAvailability availability) {
    return JsonText.array(
        Arrays.stream(ChannelType.values())
            .map(type -> of(type, availability.hindrance(type)))
            .toList());
  }

  private static String of(ChannelType type, String hindrance) {
    JsonText text =
        JsonText.object()
            .plain("type", type.name())
            .flag("canSend", hindrance.isEmpty())
            .string("reason", hindrance.isEmpty() ? null : hindrance);
    return type == ChannelType.WEBHOOK ? text.raw("webhookTypes", PRESETS).end() : text.end();
  }

  private static String of(WebhookPreset preset) {
    return JsonText.object()
        .plain("webhookType", preset.webhookType())
        .string("name", preset.title())
        .string("setup", preset.setup())
        .raw("requiredQueryParameters", JsonText.strings(new TreeSet<>(preset.required())))
        .string("template", preset.template())
        .end();
  }
}
