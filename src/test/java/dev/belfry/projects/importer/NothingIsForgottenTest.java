package dev.belfry.projects.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.projects.importer.FieldTracker.Fate;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever a source says is used, known to mean nothing here, or noted; secrets never are. */
class NothingIsForgottenTest {
  private static final String SECRET = "S3CR3T";
  private static final List<String> KUMA =
      List.of(
          "id",
          "name",
          "type",
          "url",
          "method",
          "interval",
          "retryInterval",
          "maxretries",
          "resendInterval",
          "timeout",
          "active",
          "accepted_statuscodes",
          "maxredirects",
          "ignoreTls",
          "upsideDown",
          "hostname",
          "port",
          "headers",
          "body",
          "basic_auth_user",
          "basic_auth_pass",
          "authMethod",
          "tags",
          "notificationIDList",
          "parent",
          "keyword",
          "invertKeyword",
          "jsonPath",
          "expectedValue",
          "proxyId",
          "expiryNotification",
          "description",
          "weight",
          "pushToken",
          "mqttPassword",
          "radiusSecret",
          "tlsKey",
          "oauth_client_secret",
          "databaseConnectionString",
          "ipFamily",
          "conditions");
  private static final List<String> NOTIFICATION =
      List.of(
          "id",
          "name",
          "type",
          "config",
          "active",
          "isDefault",
          "userId",
          "slackwebhookURL",
          "slackchannel",
          "smtpTo",
          "smtpPassword",
          "smtpHost",
          "webhookURL",
          "webhookAdditionalHeaders",
          "webhookCustomBody",
          "pagerdutyIntegrationKey",
          "opsgenieApiKey",
          "opsgeniePriority",
          "telegramBotToken",
          "applyExisting");
  private static final List<String> GATUS =
      List.of(
          "name",
          "group",
          "url",
          "method",
          "interval",
          "enabled",
          "conditions",
          "body",
          "headers",
          "graphql",
          "extra-labels",
          "alerts",
          "client",
          "ui",
          "dns",
          "ssh",
          "store",
          "always-run",
          "maintenance-windows",
          "timeout",
          "insecure",
          "oauth2",
          "type",
          "failure-threshold",
          "success-threshold",
          "send-on-resolved",
          "minimum-reminder-interval",
          "description",
          "provider-override",
          "start",
          "duration",
          "timezone",
          "every");
  private static final List<String> PROVIDERS =
      List.of("slack", "email", "custom", "pagerduty", "opsgenie", "discord", "teams");
  private static final List<String> PROVIDER =
      List.of(
          "webhook-url",
          "to",
          "from",
          "password",
          "host",
          "url",
          "method",
          "headers",
          "body",
          "integration-key",
          "api-key",
          "priority",
          "default-alert",
          "overrides",
          "client");
  private static final List<String> TEXTS =
      List.of(
          "",
          "http",
          "keyword",
          "group",
          "port",
          "slack",
          "smtp",
          "webhook",
          "PagerDuty",
          "Opsgenie",
          "https://example.org/x",
          "a@example.org",
          "200-299",
          "[STATUS] == 200",
          "[RESPONSE_TIME] < 300",
          "30s",
          "23:00",
          "1h",
          "Monday",
          "GET",
          "POST",
          "{}",
          "x",
          "7",
          "email",
          "custom",
          "ipv6",
          "Europe/Berlin",
          "1");

  private final JsonNodeFactory nodes = JsonNodeFactory.instance;

  private JsonNode value(Random random, String name, List<String> names, int depth) {
    if (name.matches("(?i).*(pass|secret|token|key(?!word)|headers|body|webhook|client-).*")) {
      return random.nextInt(3) == 0
          ? nodes.textNode("https://example.org/" + SECRET)
          : nodes.textNode(SECRET);
    }
    return switch (random.nextInt(depth > 1 ? 4 : 7)) {
      case 0 -> nodes.numberNode(random.nextInt(200) - 20);
      case 1 -> nodes.booleanNode(random.nextBoolean());
      case 2 -> nodes.nullNode();
      case 4 -> object(random, names, depth + 1);
      case 5, 6 -> list(random, names, depth + 1);
      default -> nodes.textNode(TEXTS.get(random.nextInt(TEXTS.size())));
    };
  }

  private ArrayNode list(Random random, List<String> names, int depth) {
    ArrayNode list = nodes.arrayNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(
          random.nextInt(4) > 0
              ? object(random, names, depth)
              : nodes.textNode(TEXTS.get(random.nextInt(TEXTS.size()))));
    }
    return list;
  }

  private ObjectNode object(Random random, List<String> names, int depth) {
    ObjectNode object = nodes.objectNode();
    for (int i = random.nextInt(depth > 0 ? 6 : 20); i > 0; i--) {
      String name =
          random.nextInt(8) == 0
              ? "unknown/" + random.nextInt(9)
              : names.get(random.nextInt(names.size()));
      object.set(name, value(random, name, names, depth));
    }
    return object;
  }

  /** Objects that are likely to be read to the end. */
  private ArrayNode entries(Random random, List<String> names, List<String> types) {
    ArrayNode entries = nodes.arrayNode();
    for (int i = random.nextInt(6); i > 0; i--) {
      ObjectNode entry = object(random, names, 0);
      if (random.nextInt(4) > 0) {
        entry.put("url", "https://example.org");
        entry.put("type", types.get(random.nextInt(types.size())));
      }
      entries.add(entry);
    }
    return entries;
  }

  @Property(tries = 300)
  void ofAnUptimeKumaBackup(@ForAll long seed) {
    Random random = new Random(seed);
    ObjectNode backup = object(random, List.of("version", "other", "proxyList"), 0);
    backup.set("monitorList", entries(random, KUMA, List.of("http", "keyword", "group", "dns")));
    ArrayNode notifications =
        entries(random, NOTIFICATION, List.of("slack", "smtp", "webhook", "PagerDuty"));
    for (JsonNode notification : notifications) {
      ObjectNode config = object(random, NOTIFICATION, 1);
      config.set("type", notification.path("type"));
      if (random.nextBoolean()) {
        ((ObjectNode) notification).put("config", config.toString());
      }
    }
    backup.set("notificationList", notifications);
    FieldTracker trail = new FieldTracker();

    assertNothingForgotten(backup, new UptimeKuma(trail).moved(backup), trail);
  }

  @Property(tries = 300)
  void ofAGatusConfiguration(@ForAll long seed) {
    Random random = new Random(seed);
    ObjectNode configuration = object(random, List.of("ui", "web", "storage", "maintenance"), 0);
    configuration.set("endpoints", entries(random, GATUS, PROVIDERS));
    ObjectNode alerting = configuration.putObject("alerting");
    for (String provider : PROVIDERS) {
      if (random.nextBoolean()) {
        alerting.set(provider, object(random, PROVIDER, 1));
      }
    }
    FieldTracker trail = new FieldTracker();

    assertNothingForgotten(configuration, new Gatus(trail).moved(configuration), trail);
  }

  private static void assertNothingForgotten(
      ObjectNode source, ImportResult moved, FieldTracker trail) {
    walk(source, "", trail, false);
    assertThat(moved.notes().toString()).doesNotContain(SECRET);
    assertThat(trail.fates().values().stream().filter(fate -> fate == Fate.NOTED).count())
        .isLessThanOrEqualTo(moved.notes().size());
  }

  /** An object is settled by a note on it, or by its members. */
  private static void walk(JsonNode node, String pointer, FieldTracker trail, boolean settled) {
    Fate fate = trail.fates().get(pointer);
    boolean known = settled || fate == Fate.NOTED || fate == Fate.MEANINGLESS;
    for (var member : node.properties()) {
      String name = member.getKey().replace("~", "~0").replace("/", "~1");
      String at = pointer + "/" + name;
      if (!known) {
        if (!trail.fates().containsKey(at)) {
          throw new AssertionError(at + " is forgotten in " + node);
        }
      }
      if (member.getKey().startsWith("unknown/") && !known && !member.getValue().isNull()) {
        boolean label =
            (pointer.endsWith("/extra-labels") || pointer.endsWith("/headers"))
                && !member.getValue().isContainerNode();
        if (trail.fates().get(at) != (label ? Fate.USED : Fate.NOTED)) {
          throw new AssertionError(at + " is " + trail.fates().get(at));
        }
      }
      boolean scalars =
          member.getKey().matches("conditions|every|accepted_statuscodes|notificationIDList");
      walk(member.getValue(), at, trail, known || scalars);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      walk(node.get(i), pointer + "/" + i, trail, known);
    }
  }
}
