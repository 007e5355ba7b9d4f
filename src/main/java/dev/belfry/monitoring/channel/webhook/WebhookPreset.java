package dev.belfry.monitoring.channel.webhook;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A service that webhooks know, by the name that {@code webhookType} has. Its file holds the
 * template and what a channel needs beside the address.
 */
// The file is a record of immutable members.
@SuppressWarnings("ImmutableEnumChecker")
public enum WebhookPreset {
  ALERTMANAGER,
  CORALOGIX,
  DISCORD,
  FIREHYDRANT,
  GITLAB_ALERT,
  GOOGLE_CHAT,
  ILERT,
  INCIDENTIO,
  MATTERMOST,
  MSTEAMS,
  NTFY,
  ROOTLY,
  SPIKESH,
  SPLUNK,
  TELEGRAM;

  private static final String PREFIX = "WEBHOOK_";

  private static final Map<String, WebhookPreset> BY_TYPE =
      Arrays.stream(values())
          .collect(Collectors.toMap(WebhookPreset::webhookType, Function.identity()));

  private final PresetFile file = PresetFile.read(name());

  /** The preset of a {@code webhookType}; empty for one that this service does not know. */
  public static Optional<WebhookPreset> of(String webhookType) {
    return Optional.ofNullable(BY_TYPE.get(webhookType));
  }

  /** The value of {@code webhookType}. */
  public String webhookType() {
    return PREFIX + name();
  }

  /** Name of the service for people. */
  public String title() {
    return file.name();
  }

  /** How a channel is set up, in a sentence or two. */
  public String setup() {
    return file.setup();
  }

  /** Query parameters that a channel must have; they are sent in the body. */
  public Set<String> required() {
    return file.required();
  }

  /** Query parameters of a channel that are sent in the body instead of the address. */
  public Set<String> inBody() {
    return file.inBody();
  }

  /** Query parameters that are sent unless the channel has its own, as templates by name. */
  public Map<String, String> query() {
    return file.query();
  }

  /** The media type of the body. */
  public String contentType() {
    return file.contentType();
  }

  /** The template of the body. */
  public String template() {
    return file.template();
  }

  /** Whether the service keeps an alert open until its recovery, so that the order matters. */
  public boolean keepsAlerts() {
    return file.keepsAlerts();
  }

  /** Whether the path of the address is the credential. */
  public boolean hasSecretPath() {
    return file.hasSecretPath();
  }
}
