package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * What of a group's settings is sealed in the database and never shown: the values of secret
 * variables, and the password of the defaults for API checks.
 */
public final class GroupSecrets {
  private static final String VARIABLES = "environmentVariables";
  private static final String PASSWORD = "password";

  private final Sealer sealer;

  public GroupSecrets(Sealer sealer) {
    this.sealer = sealer;
  }

  /**
   * The value of a group's secret variable, as it was given.
   *
   * @param stored the value in the settings document
   * @throws dev.belfry.platform.seal.UnsealException when it was sealed with a key that is not
   *     configured
   */
  public String unsealed(UUID account, long group, String key, String stored) {
    return sealer.unseal(place(account, group, key), stored);
  }

  /** Settings as they were sent, with their secrets sealed; takes them over. */
  ObjectNode sealed(UUID account, long group, ObjectNode sent) {
    return changed(account, group, sent, sealer::seal);
  }

  /** Stored settings with all secrets sealed with the newest key; takes them over. */
  ObjectNode renewed(UUID account, long group, ObjectNode stored) {
    return changed(account, group, stored, sealer::renew);
  }

  /** Settings as an answer may show them; takes them over. */
  static ObjectNode masked(ObjectNode settings) {
    GroupVariables.masked(settings);
    if (settings.at("/apiCheckDefaults/basicAuth") instanceof ObjectNode basicAuth) {
      basicAuth.putNull(PASSWORD);
    }
    return settings;
  }

  /**
   * Gives secrets that were sent without a value the stored one.
   *
   * @param sent the password's object of an update, which this completes
   */
  static void keepPassword(ObjectNode sent, ObjectNode stored) {
    if (sent.at("/apiCheckDefaults/basicAuth") instanceof ObjectNode basicAuth
        && !basicAuth.hasNonNull(PASSWORD)) {
      basicAuth.put(PASSWORD, stored.at("/apiCheckDefaults/basicAuth/" + PASSWORD).asText(""));
    }
  }

  /** Stored settings with their secrets as they were given; takes them over. */
  ObjectNode plain(UUID account, long group, ObjectNode stored) {
    return changed(account, group, stored, sealer::unsealOrLost);
  }

  private static ObjectNode changed(
      UUID account,
      long group,
      ObjectNode settings,
      BiFunction<SealContext, String, String> change) {
    for (JsonNode variable : settings.path(VARIABLES)) {
      if (variable.path("secret").asBoolean() && variable.hasNonNull("value")) {
        SealContext place = place(account, group, variable.path("key").asText());
        ((ObjectNode) variable).put("value", change.apply(place, variable.get("value").asText()));
      }
    }
    if (settings.at("/apiCheckDefaults/basicAuth") instanceof ObjectNode basicAuth
        && !basicAuth.path(PASSWORD).asText("").isEmpty()) {
      SealContext place =
          new SealContext(
              "check_groups.apiCheckDefaults.basicAuth.password", account, Long.toString(group));
      basicAuth.put(PASSWORD, change.apply(place, basicAuth.get(PASSWORD).asText()));
    }
    return settings;
  }

  private static SealContext place(UUID account, long group, String key) {
    return new SealContext("check_groups.environmentVariables", account, group + "/" + key);
  }
}
