package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A check in the form in which a project's is compared with the stored one: the settings and the
 * group, and null for an offset that is not given, of which the settings have no member then.
 */
final class MonitorDocument {
  private static final String CHECK_TYPE = "checkType";
  private static final String GROUP = "groupId";
  private static final String OFFSET = "frequencyOffset";
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]{1,40}");

  private MonitorDocument() {}

  /** Reads a payload; of a check that is no URL monitor only that is said. */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    JsonNode type = payload.path(CHECK_TYPE);
    if (!type.isMissingNode() && !type.isNull() && !"URL".equals(type.textValue())) {
      violations.add(
          new Violation("/" + CHECK_TYPE, notRun(type.isTextual() ? type.textValue() : "")));
      return JsonNodeFactory.instance.objectNode();
    }
    payload.remove("alertChannelSubscriptions");
    List<Violation> found = new ArrayList<>();
    ObjectNode body = bodies.read("createUrlMonitor", payload, MonitorRules::ofDraft, found);
    violations.addAll(found);
    if (!found.isEmpty()) {
      return body;
    }
    MonitorDraft draft = MonitorDraft.of(body);
    return document(draft.newSettings(), draft.groupId());
  }

  private static String notRun(String type) {
    return (WORD.matcher(type).matches() ? type + " checks" : "checks of this type")
        + " are not run by this service; it runs URL monitors, whose checkType is URL";
  }

  /** What is stored. */
  static ObjectNode ofStored(String settings, @Nullable Long group) {
    return document(JsonText.parse(settings), group);
  }

  private static ObjectNode document(ObjectNode settings, @Nullable Long group) {
    settings.put(GROUP, group);
    settings.putIfAbsent(OFFSET, JsonNodeFactory.instance.nullNode());
    return settings;
  }

  /** The group of a document, null for none. */
  static @Nullable Long group(ObjectNode document) {
    return document.hasNonNull(GROUP) ? (Long) document.get(GROUP).longValue() : null;
  }

  /** The settings to store, JSON text. */
  static String settings(ObjectNode document) {
    ObjectNode settings = document.deepCopy();
    settings.remove(GROUP);
    if (settings.path(OFFSET).isNull()) {
      settings.remove(OFFSET);
    }
    return settings.toString();
  }
}
