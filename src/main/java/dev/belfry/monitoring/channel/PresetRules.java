package dev.belfry.monitoring.channel;

import dev.belfry.monitoring.channel.ChannelConfig.KeyValue;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import dev.belfry.platform.error.Violation;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rules of webhooks that send the template of a service. */
final class PresetRules {
  private PresetRules() {}

  /** What the service of a webhook without an own template needs and the configuration lacks. */
  static List<Violation> of(ChannelConfig config) {
    Optional<WebhookPreset> preset = WebhookPreset.of(config.value(ConfigMember.WEBHOOK_TYPE));
    if (preset.isEmpty() || !config.value(ConfigMember.TEMPLATE).isBlank()) {
      return List.of();
    }
    WebhookPreset service = preset.get();
    return service.required().stream()
        .filter(name -> !isGiven(config, name))
        .map(
            name ->
                new Violation(
                    "/config/queryParameters",
                    "must have %s for %s, unless there is a template"
                        .formatted(name, service.webhookType())))
        .toList();
  }

  private static boolean isGiven(ChannelConfig config, String name) {
    List<KeyValue> parameters =
        Objects.requireNonNullElse(config.queryParameters().value(), List.of());
    return parameters.stream()
        .anyMatch(one -> name.equals(one.key().value()) && !isBlank(one.value().value()));
  }

  private static boolean isBlank(@Nullable String text) {
    return text == null || text.isBlank();
  }
}
