package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.template.Escape;
import dev.belfry.platform.template.MessageTemplate;
import dev.belfry.platform.template.TemplateException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Makes the request of a webhook from its configuration and the variables of the alert. */
final class WebhookRequest {
  private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD");
  private static final int RANDOM_BOUND = 10_000;

  /** Members of the default body, and the variables they come from. */
  private static final Map<String, String> MEMBERS = members();

  private WebhookRequest() {}

  /** The names that the templates of a webhook may read. */
  static Set<String> names(ObjectNode config) {
    Set<String> names = new HashSet<>(MessageTemplate.names(config.path("template").asText("")));
    for (String value : config.findValuesAsText("value")) {
      names.addAll(MessageTemplate.names(value));
    }
    return names;
  }

  /**
   * The complete request.
   *
   * @throws TargetRefusedException if the address is invalid
   * @throws TemplateException if a template cannot be rendered
   */
  static OutgoingRequest of(ChannelMessage message, Instant now)
      throws TargetRefusedException, TemplateException {
    Rendering rendering = new Rendering(variables(message), now);
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (JsonNode header : message.config().path("headers")) {
      String value = rendering.plain(header.path("value").asText(""));
      headers.put(header.path("key").asText(""), value.replaceAll("[\\r\\n\\x00]+", " ").strip());
    }
    WebhookTemplate template = WebhookTemplate.of(message.config(), headers.get("Content-Type"));
    String method = message.setting("method").isEmpty() ? "POST" : message.setting("method");
    Target target = target(message, template, rendering);
    String userInfo = target.userInfo();
    if (userInfo != null) {
      headers.putIfAbsent("Authorization", "Basic " + basic(userInfo));
    }
    String body = WITHOUT_BODY.contains(method) ? null : body(message, template, rendering);
    if (body != null) {
      headers.putIfAbsent("Content-Type", template.contentType());
    }
    headers.putAll(
        Signatures.headers(
            message.setting("webhookSecret"),
            message.delivery().id().toString(),
            now.getEpochSecond(),
            body == null ? "" : body));
    return new OutgoingRequest(target, method.toUpperCase(Locale.ROOT), headers, body);
  }

  /** What templates are rendered with. */
  private record Rendering(Map<String, Object> variables, Instant now) {
    String plain(String text) throws TemplateException {
      return MessageTemplate.of(text, Escape.NONE).render(variables, now);
    }
  }

  /** Derives id and random number from the delivery, so that every attempt sends the same ones. */
  private static Map<String, Object> variables(ChannelMessage message) {
    Map<String, Object> variables = new LinkedHashMap<>(message.variables());
    variables.put("$UUID", message.delivery().id().toString());
    variables.put(
        "$RANDOM_NUMBER", Math.floorMod(message.delivery().id().hashCode(), RANDOM_BOUND));
    variables.put("ALERT_LEVEL", AlertLevel.of(message).name());
    variables.put("ALERT_KEY", message.episode());
    return variables;
  }

  /**
   * Collects the query parameters that the template of a service reads, instead of sending them.
   */
  private static Target target(
      ChannelMessage message, WebhookTemplate template, Rendering rendering)
      throws TargetRefusedException, TemplateException {
    Target plain = Target.parse(message.setting("url"));
    StringBuilder path = new StringBuilder(plain.pathAndQuery());
    Map<String, String> inBody = new LinkedHashMap<>();
    Set<String> sent = new HashSet<>();
    for (JsonNode parameter : message.config().path("queryParameters")) {
      String name = parameter.path("key").asText("");
      String value = rendering.plain(parameter.path("value").asText(""));
      if (template.inBody().contains(name)) {
        inBody.put(name, value);
      } else {
        append(path, name, value);
        sent.add(name);
      }
    }
    for (Map.Entry<String, String> one : template.query().entrySet()) {
      String value = rendering.plain(one.getValue());
      if (!value.isEmpty() && !sent.contains(one.getKey())) {
        append(path, one.getKey(), value);
      }
    }
    rendering.variables().put(WebhookTemplate.PARAMETERS, inBody);
    return new Target(
        plain.isSecure(), plain.userInfo(), plain.host(), plain.port(), path.toString());
  }

  private static void append(StringBuilder path, String name, String value) {
    path.append(path.indexOf("?") < 0 ? '?' : '&')
        .append(encoded(name))
        .append('=')
        .append(encoded(value));
  }

  private static String body(ChannelMessage message, WebhookTemplate template, Rendering rendering)
      throws TemplateException {
    return template.text().isBlank()
        ? defaultBody(message).toString()
        : MessageTemplate.of(template.text(), template.escape())
            .render(rendering.variables(), rendering.now());
  }

  /** The body without a template; the contract describes it. */
  static ObjectNode defaultBody(ChannelMessage message) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("id", message.delivery().id().toString());
    body.put("kind", message.delivery().kind().name());
    MEMBERS.forEach((member, variable) -> body.putPOJO(member, message.variables().get(variable)));
    if (message.isAboutGroup()) {
      ObjectNode group = body.putObject("alertGroup");
      GroupNotice.MEMBERS.forEach(
          (member, variable) -> group.putPOJO(member, message.variables().get(variable)));
    }
    return body;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** RFC 7617: user name, colon, password, in UTF-8. */
  static String basic(String userInfo) {
    String plain = URLDecoder.decode(userInfo.replace("+", "%2B"), StandardCharsets.UTF_8);
    String pair = plain.indexOf(':') < 0 ? plain + ':' : plain;
    return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, String> members() {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("title", "ALERT_TITLE");
    members.put("type", "ALERT_TYPE");
    members.put("checkId", "CHECK_ID");
    members.put("checkName", "CHECK_NAME");
    members.put("checkType", "CHECK_TYPE");
    members.put("checkResultId", "CHECK_RESULT_ID");
    members.put("url", "url");
    members.put("groupName", "GROUP_NAME");
    members.put("tags", "TAGS");
    members.put("location", "RUN_LOCATION");
    members.put("startedAt", "STARTED_AT");
    members.put("responseTime", "RESPONSE_TIME");
    members.put("statusCode", "API_CHECK_RESPONSE_STATUS_CODE");
    members.put("error", "CHECK_ERROR_MESSAGE");
    members.put("reminder", "REMINDER_SEQUENCE");
    members.put("sslDaysRemaining", "SSL_DAYS_REMAINING");
    members.put("link", "RESULT_LINK");
    members.put("acknowledgeLink", ChannelMessageStore.ACKNOWLEDGE_LINK);
    return members;
  }
}
