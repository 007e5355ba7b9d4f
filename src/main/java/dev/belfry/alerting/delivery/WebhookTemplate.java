package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import dev.belfry.platform.template.Escape;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of a webhook before its values are known: the channel's own template, else that of the
 * service in {@code webhookType}, else Belfry's own JSON, whose text is empty here.
 *
 * @param escape how values are written
 * @param contentType of the body, unless a header of the channel says another
 * @param inBody query parameters of the channel that the template reads from {@link #PARAMETERS}
 * @param query query parameters to add, as templates, unless the channel has its own
 */
record WebhookTemplate(
    String text, Escape escape, String contentType, Set<String> inBody, Map<String, String> query) {
  /** The variable with the query parameters that are not sent as such. */
  static final String PARAMETERS = "PARAMETERS";

  private static final String JSON = "application/json; charset=utf-8";
  private static final String FORM = "application/x-www-form-urlencoded";

  WebhookTemplate {
    inBody = Set.copyOf(inBody);
  }

  /**
   * The template of a channel.
   *
   * @param contentType header of the channel, null for none
   */
  static WebhookTemplate of(ObjectNode config, @Nullable String contentType) {
    String own = config.path("template").asText("");
    Optional<WebhookPreset> preset = preset(config);
    if (contentType == null && preset.equals(Optional.of(WebhookPreset.TELEGRAM)) && isForm(own)) {
      Escape escape = own.contains("parse_mode=HTML") ? Escape.FORM_MARKUP : Escape.FORM;
      return new WebhookTemplate(own, escape, FORM, Set.of(), Map.of());
    }
    if (preset.isEmpty() || !own.isBlank()) {
      return new WebhookTemplate(own, Escape.forContent(contentType), JSON, Set.of(), Map.of());
    }
    WebhookPreset service = preset.get();
    return new WebhookTemplate(
        service.template(),
        Escape.forContent(service.contentType()),
        service.contentType(),
        service.inBody(),
        service.query());
  }

  /** Whether a channel's service keeps an alert open until its recovery. */
  static boolean keepsAlerts(ObjectNode config) {
    return preset(config).map(WebhookPreset::keepsAlerts).orElse(false);
  }

  /** Whether a template is that of the command line, whose Telegram channels send a form. */
  private static boolean isForm(String template) {
    return template.stripLeading().startsWith("chat_id=");
  }

  private static Optional<WebhookPreset> preset(ObjectNode config) {
    return WebhookPreset.of(config.path("webhookType").asText(""));
  }
}
