package dev.belfry.monitoring.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.ChannelConfig.KeyValue;
import dev.belfry.monitoring.channel.webhook.WebhookPreset;
import dev.belfry.monitoring.check.SecretText;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides credentials in the configuration of a channel, a check or a group from keys that may only
 * read, and those of a channel from exports: the path of an address whose service takes it for the
 * credential, the user name and password of any address, and the values of its headers and query
 * parameters that are locked or whose names say that they are secret. A client that sends a mask
 * back means the stored value.
 */
public final class CredentialMask {
  static final String MASK = SecretText.TEXT;

  /** Scheme, user information, host with port, and the rest. */
  private static final Pattern ADDRESS =
      Pattern.compile("(?s)([A-Za-z][A-Za-z0-9+.-]*://)(?:([^/?#]*)@)?([^/?#]*)(.*)");

  /** Services that ask for no more than the address, so that a webhook's path is its password. */
  private static final Pattern ADDRESS_IS_CREDENTIAL =
      Pattern.compile(
          "(?i)(hooks\\.slack\\.com|([a-z]+\\.)?discord(app)?\\.com|chat\\.googleapis\\.com"
              + "|[a-z0-9.-]+\\.webhook\\.office\\.com|[a-z0-9.-]+\\.logic\\.azure\\.com"
              + "|[a-z0-9.-]+\\.api\\.powerplatform\\.com|hooks\\.zapier\\.com"
              + "|api\\.telegram\\.org|ntfy\\.sh|hooks\\.spike\\.sh|alert\\.victorops\\.com)(:\\d+)?");

  private static final String SECRET =
      "(?:authorization|cookie|token|secret|password|api[-_]?key|access[-_]?key"
          + "|integration[-_]?key)";

  private static final Pattern SECRET_NAME = Pattern.compile("(?i).*" + SECRET + ".*");

  /** A secret in the query of an address: its name with the equals sign, and its value. */
  private static final Pattern SECRET_IN_QUERY =
      Pattern.compile("(?i)([?&][^=&#]*" + SECRET + "[^=&#]*=)([^&#]+)");

  private static final List<String> REQUEST_LISTS = List.of("headers", "queryParameters");
  private static final String TYPE = "type";
  private static final String CONFIG = "config";
  private static final String NEEDED = "must have the value itself, not " + MASK + " in its place";

  private CredentialMask() {}

  /** What masks a copy of the document of a resource, by its type's name in the audit log. */
  public static Map<String, UnaryOperator<ObjectNode>> ofResources() {
    return Map.of(
        "alert-channel", CredentialMask::maskedDocument,
        "check", settings -> maskCheck(settings.deepCopy()),
        "check-group", settings -> maskGroup(settings.deepCopy()));
  }

  /**
   * A configuration as a key that may only read sees it.
   *
   * @param type of the channel, as on the wire
   * @param config JSON text without the secrets that no key sees
   */
  public static String masked(String type, String config) {
    return ChannelCodec.text(masked(ChannelType.valueOf(type), ChannelCodec.config(config)));
  }

  /**
   * A copy of a channel's document, or of those members of it that a change has changed.
   *
   * @param document has {@code type} and {@code config}, or lacks one of them
   */
  public static ObjectNode maskedDocument(ObjectNode document) {
    ObjectNode copy = document.deepCopy();
    if (copy.get(CONFIG) instanceof ObjectNode config) {
      ChannelType type =
          copy.has(TYPE)
              ? ChannelType.valueOf(copy.get(TYPE).asText())
              : config.has(ConfigMember.METHOD.wire()) ? ChannelType.WEBHOOK : ChannelType.SLACK;
      ChannelConfig masked = masked(type, ChannelCodec.config(config));
      copy.set(CONFIG, JsonText.parse(ChannelCodec.text(masked)));
    }
    return copy;
  }

  /**
   * Hides in the settings of a check, or in a part of them, what a key that may only read does not
   * see: the values of headers and query parameters that are locked or whose names say that they
   * are secret. Answers the same settings.
   */
  public static ObjectNode maskCheck(ObjectNode settings) {
    return maskLists(settings, "request");
  }

  /** The same for the settings of a group. */
  public static ObjectNode maskGroup(ObjectNode settings) {
    return maskLists(settings, "apiCheckDefaults");
  }

  private static ObjectNode maskLists(ObjectNode settings, String holder) {
    for (String list : REQUEST_LISTS) {
      for (JsonNode one : settings.path(holder).path(list)) {
        boolean hidden = isCredential(one.path("key").asText(), one.path("locked").asBoolean());
        if (hidden && !one.path("value").asText("").isEmpty()) {
          ((ObjectNode) one).put("value", MASK);
        }
      }
    }
    return settings;
  }

  /** Whether the value of a header or query parameter is a credential. */
  public static boolean isCredential(String name, boolean locked) {
    return locked || SECRET_NAME.matcher(name).matches();
  }

  static ChannelConfig masked(ChannelType type, ChannelConfig config) {
    Map<ConfigMember, Field<String>> texts = new EnumMap<>(ConfigMember.class);
    texts.putAll(config.texts());
    boolean isPath = hasSecretPath(type, config);
    texts.computeIfPresent(ConfigMember.URL, (name, url) -> url.map(one -> masked(isPath, one)));
    return new ChannelConfig(
        texts, masked(config.headers()), masked(config.queryParameters()), config.slackChannels());
  }

  /** Whether the path of any address of the channel is its credential. */
  private static boolean hasSecretPath(ChannelType type, ChannelConfig config) {
    return switch (type) {
      case SLACK, SLACK_APP -> true;
      case WEBHOOK ->
          WebhookPreset.of(config.value(ConfigMember.WEBHOOK_TYPE))
              .map(WebhookPreset::hasSecretPath)
              .orElse(false);
      case EMAIL, SMS, CALL, OPSGENIE, PAGERDUTY, MEMBER -> false;
    };
  }

  private static String masked(boolean isPath, String url) {
    Matcher matcher = ADDRESS.matcher(url);
    if (!matcher.matches()) {
      return url;
    }
    return matcher.group(1)
        + (matcher.group(2) == null ? "" : MASK + "@")
        + matcher.group(3)
        + (isCredential(isPath, matcher)
            ? "/" + MASK
            : SECRET_IN_QUERY.matcher(matcher.group(4)).replaceAll("$1" + MASK));
  }

  /** Whether the path of a matched {@link #ADDRESS} is the credential. */
  private static boolean isCredential(boolean isPath, Matcher address) {
    return address.group(4).length() > 1
        && (isPath || ADDRESS_IS_CREDENTIAL.matcher(address.group(3)).matches());
  }

  private static Field<List<KeyValue>> masked(Field<List<KeyValue>> entries) {
    return entries.map(
        list ->
            list.stream()
                .map(one -> isCredential(one) ? withValue(one, Field.of(MASK)) : one)
                .toList());
  }

  private static boolean isCredential(KeyValue entry) {
    boolean hidden = isCredential(name(entry), Boolean.TRUE.equals(entry.locked().value()));
    return hidden && !value(entry).isEmpty();
  }

  /** The configuration with the stored values in place of their masks. */
  static ChannelConfig restored(ChannelType type, ChannelConfig sent, ChannelConfig stored) {
    Map<ConfigMember, Field<String>> texts = new EnumMap<>(ConfigMember.class);
    texts.putAll(sent.texts());
    ConfigMember.SECRETS.forEach(
        secret -> {
          if (sent.value(secret).equals(MASK)) {
            texts.remove(secret); // Absent means unchanged.
          }
        });
    String url = stored.value(ConfigMember.URL);
    if (sent.value(ConfigMember.URL).equals(masked(hasSecretPath(type, stored), url))) {
      texts.put(ConfigMember.URL, Field.of(url));
    }
    return new ChannelConfig(
        texts,
        restored(sent.headers(), stored.headers()),
        restored(sent.queryParameters(), stored.queryParameters()),
        sent.slackChannels());
  }

  /** A mask stands for the first stored entry of its name that no mask stands for yet. */
  private static Field<List<KeyValue>> restored(
      Field<List<KeyValue>> sent, Field<List<KeyValue>> stored) {
    List<KeyValue> left = new ArrayList<>();
    stored.ifValue(left::addAll);
    return sent.map(
        list ->
            list.stream()
                .map(one -> value(one).equals(MASK) ? withValue(one, taken(one, left)) : one)
                .toList());
  }

  private static Field<String> taken(KeyValue entry, List<KeyValue> left) {
    for (KeyValue one : left) {
      if (name(one).equalsIgnoreCase(name(entry))) {
        left.remove(one);
        return one.value();
      }
    }
    return entry.value();
  }

  /** What is wrong with a configuration that has a mask for which nothing is stored. */
  static List<Violation> leftIn(ChannelType type, ChannelConfig config) {
    List<Violation> violations = new ArrayList<>(0);
    for (ConfigMember secret : ConfigMember.SECRETS) {
      if (config.value(secret).equals(MASK)) {
        violations.add(new Violation("/config/" + secret.wire(), NEEDED));
      }
    }
    Matcher url = ADDRESS.matcher(config.value(ConfigMember.URL));
    if (url.matches()
        && (MASK.equals(url.group(2))
            || (isCredential(hasSecretPath(type, config), url) && url.group(4).equals("/" + MASK))
            || secrets(url.group(4)).contains(MASK))) {
      violations.add(new Violation("/config/" + ConfigMember.URL.wire(), NEEDED));
    }
    addLeft("/config/headers/", config.headers(), violations);
    addLeft("/config/queryParameters/", config.queryParameters(), violations);
    return violations;
  }

  private static void addLeft(
      String path, Field<List<KeyValue>> entries, List<Violation> violations) {
    List<KeyValue> list = entries.value();
    for (int i = 0; list != null && i < list.size(); i++) {
      if (value(list.get(i)).equals(MASK)) {
        violations.add(new Violation(path + i + "/value", NEEDED));
      }
    }
  }

  /** The credentials in a configuration, which receivers may repeat in what they answer. */
  static List<String> in(ChannelType type, ChannelConfig config) {
    List<String> found = new ArrayList<>();
    Matcher url = ADDRESS.matcher(config.value(ConfigMember.URL));
    if (url.matches()) {
      if (url.group(2) != null) {
        found.add(url.group(2));
        found.add(url.group(2).substring(url.group(2).indexOf(':') + 1));
      }
      if (isCredential(hasSecretPath(type, config), url)) {
        found.add(url.group(4).substring(1));
      }
      found.addAll(secrets(url.group(4)));
    }
    for (Field<List<KeyValue>> entries : List.of(config.headers(), config.queryParameters())) {
      entries.ifValue(
          list ->
              list.stream()
                  .filter(CredentialMask::isCredential)
                  .forEach(one -> found.add(value(one))));
    }
    return found;
  }

  /** The secrets in the query of an address. */
  private static List<String> secrets(String pathAndQuery) {
    return SECRET_IN_QUERY.matcher(pathAndQuery).results().map(found -> found.group(2)).toList();
  }

  private static KeyValue withValue(KeyValue entry, Field<String> value) {
    return new KeyValue(entry.key(), value, entry.locked());
  }

  private static String name(KeyValue entry) {
    String name = entry.key().value();
    return name == null ? "" : name;
  }

  private static String value(KeyValue entry) {
    String value = entry.value().value();
    return value == null ? "" : value;
  }
}
