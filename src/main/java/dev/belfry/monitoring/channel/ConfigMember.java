package dev.belfry.monitoring.channel;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The members of a channel's configuration that hold one text, with their names in JSON. */
enum ConfigMember {
  ADDRESS("address"),
  URL("url"),
  NUMBER("number"),
  NAME("name"),
  CHANNEL("channel"),
  METHOD("method"),
  TEMPLATE("template"),
  WEBHOOK_TYPE("webhookType"),
  WEBHOOK_SECRET("webhookSecret"),
  API_KEY("apiKey"),
  REGION("region"),
  PRIORITY("priority"),
  SERVICE_KEY("serviceKey"),
  ACCOUNT("account"),
  SERVICE_NAME("serviceName"),
  USER_ID("userId"),
  TEAM_ID("teamId");

  /** Those, of any type, that can be written and never read. */
  static final Set<ConfigMember> SECRETS =
      Set.copyOf(EnumSet.of(WEBHOOK_SECRET, API_KEY, SERVICE_KEY));

  private final String wire;

  ConfigMember(String wire) {
    this.wire = wire;
  }

  /** Name in JSON. */
  String wire() {
    return wire;
  }

  /** Whether the member can be written and never read. */
  boolean isSecret() {
    return SECRETS.contains(this);
  }

  /** The names of the secret members, in a fixed order. */
  static List<String> secretNames() {
    return Arrays.stream(values()).filter(ConfigMember::isSecret).map(ConfigMember::wire).toList();
  }
}
