package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.SecretText;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Seals the secrets of a check for the database: the values of secret variables and the password of
 * its request. Answers never show them. Only types with variables have any.
 */
public final class CheckSecrets {
  private static final String REQUEST = "request";
  private static final String BASIC_AUTH = "basicAuth";
  private static final String USERNAME = "username";
  private static final String PASSWORD = "password";
  private static final String VARIABLES = "environmentVariables";
  private static final String KEY = "key";
  private static final String VALUE = "value";

  private final Sealer sealer;

  /** Secrets that are sealed with the keys of an instance. */
  public CheckSecrets(Sealer sealer) {
    this.sealer = sealer;
  }

  /**
   * The value of a check's secret variable, as it was given.
   *
   * @param stored the value in the settings document
   * @throws dev.belfry.platform.seal.UnsealException when it was sealed with a key that is not
   *     configured
   */
  public String unsealedVariable(UUID account, UUID check, String key, String stored) {
    return sealer.unseal(variablePlace(account, check, key), stored);
  }

  /**
   * The password of a check's request, as it was given.
   *
   * @param stored the password in the settings document, may be empty
   * @throws dev.belfry.platform.seal.UnsealException as {@link #unsealedVariable}
   */
  public String unsealedPassword(UUID account, UUID check, String stored) {
    return sealer.unseal(passwordPlace(account, check), stored);
  }

  /** Settings as they were sent, JSON text, with sealed secrets. */
  String sealed(UUID account, UUID check, CheckType type, String settings) {
    return type.hasVariables()
        ? sealed(account, check, JsonText.parse(settings)).toString()
        : settings;
  }

  /** The same for a document. */
  ObjectNode sealed(UUID account, UUID check, ObjectNode document) {
    return changed(account, check, document, sealer::seal);
  }

  /** A stored document with its secrets as they were given. */
  ObjectNode plain(UUID account, UUID check, ObjectNode document) {
    return changed(account, check, document, sealer::unsealOrLost);
  }

  /**
   * Whether settings that were sent lack a secret of which a value may be stored.
   *
   * @param settings JSON text
   */
  static boolean lackOne(CheckType type, String settings) {
    if (!type.hasVariables()) {
      return false;
    }
    ObjectNode sent = unmasked(settings);
    if (lacksPassword(sent)) {
      return true;
    }
    for (JsonNode variable : sent.path(VARIABLES)) {
      if (isSecret(variable) && !variable.path(VALUE).isTextual()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Settings of an update, with sealed secrets and the stored ones in place of those that it lacks.
   * A value that is lacking and not stored stays {@code null}.
   *
   * @param sent JSON text
   * @param stored JSON text
   */
  String updated(UUID account, UUID check, CheckType type, String sent, String stored) {
    if (!type.hasVariables()) {
      return sent;
    }
    ObjectNode settings = sealed(account, check, unmasked(sent));
    ObjectNode before = JsonText.parse(stored);
    if (lacksPassword(settings)) {
      JsonNode kept = before.path(REQUEST).path(BASIC_AUTH).path(PASSWORD);
      credentials(settings).put(PASSWORD, kept.asText(""));
    }
    Map<String, JsonNode> known = new HashMap<>();
    before.path(VARIABLES).forEach(one -> known.put(one.path(KEY).asText(), one.path(VALUE)));
    for (JsonNode variable : settings.path(VARIABLES)) {
      JsonNode kept = known.get(variable.path(KEY).asText());
      if (isSecret(variable) && !variable.path(VALUE).isTextual() && kept != null) {
        ((ObjectNode) variable).set(VALUE, kept);
      }
    }
    ObjectNode renewed = changed(account, check, settings, sealer::renew);
    return renewed.toString();
  }

  /** Settings that lack the password where a mask stands for it. */
  private static ObjectNode unmasked(String settings) {
    ObjectNode document = JsonText.parse(settings);
    JsonNode password = document.path(REQUEST).path(BASIC_AUTH).path(PASSWORD);
    if (SecretText.TEXT.equals(password.textValue())) {
      credentials(document).putNull(PASSWORD);
    }
    return document;
  }

  private static boolean lacksPassword(ObjectNode settings) {
    JsonNode credentials = settings.path(REQUEST).path(BASIC_AUTH);
    return credentials.isObject()
        && !credentials.path(USERNAME).asText("").isEmpty()
        && !credentials.path(PASSWORD).isTextual();
  }

  private static ObjectNode credentials(ObjectNode settings) {
    return (ObjectNode) settings.get(REQUEST).get(BASIC_AUTH);
  }

  private static boolean isSecret(JsonNode variable) {
    return variable.path("secret").asBoolean();
  }

  /**
   * A stored document without its secrets, for an answer.
   *
   * @param settings JSON text
   * @param masks whether {@code ****} stands for a secret, in place of null
   */
  static ObjectNode hidden(String settings, boolean masks) {
    return replaced(JsonText.parse(settings), masks ? SecretText.TEXT : null);
  }

  /** A copy of a document for people to read. */
  static ObjectNode masked(ObjectNode document) {
    return replaced(document.deepCopy(), SecretText.TEXT);
  }

  private static ObjectNode replaced(ObjectNode document, @Nullable String mask) {
    JsonNode password = document.path(REQUEST).path(BASIC_AUTH).path(PASSWORD);
    if (password.isTextual() && (mask == null || !password.textValue().isEmpty())) {
      credentials(document).put(PASSWORD, mask);
    }
    for (JsonNode variable : document.path(VARIABLES)) {
      if (isSecret(variable)) {
        ((ObjectNode) variable).put(VALUE, mask);
      }
    }
    return document;
  }

  private static ObjectNode changed(
      UUID account,
      UUID check,
      ObjectNode document,
      BiFunction<SealContext, String, String> change) {
    String password = document.path(REQUEST).path(BASIC_AUTH).path(PASSWORD).asText("");
    if (!password.isEmpty()) {
      credentials(document).put(PASSWORD, change.apply(passwordPlace(account, check), password));
    }
    for (JsonNode variable : document.path(VARIABLES)) {
      if (isSecret(variable) && variable.path(VALUE).isTextual()) {
        SealContext place = variablePlace(account, check, variable.path(KEY).asText());
        ((ObjectNode) variable).put(VALUE, change.apply(place, variable.get(VALUE).textValue()));
      }
    }
    return document;
  }

  private static SealContext passwordPlace(UUID account, UUID check) {
    return new SealContext("checks.request.basicAuth.password", account, check.toString());
  }

  private static SealContext variablePlace(UUID account, UUID check, String key) {
    return new SealContext("checks.environmentVariables", account, check + "/" + key);
  }
}
