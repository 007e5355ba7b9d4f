package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A check in the form in which a project's is compared with the stored one: the settings and the
 * group, with {@code null} for an offset that is not given.
 */
final class MonitorDocument {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]{1,40}");

  private MonitorDocument() {}

  /** Reads a payload. A check that is no URL monitor gets that one violation alone. */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    JsonNode type = MonitorCodec.checkType(payload);
    if (type != null && !"URL".equals(type.textValue())) {
      violations.add(new Violation("/checkType", notRun(type.isTextual() ? type.textValue() : "")));
      return payload;
    }
    MonitorCodec.dropSubscriptions(payload);
    List<Violation> found = new ArrayList<>();
    MonitorDraft draft = bodies.read("createUrlMonitor", payload, MonitorCodec.CREATE, found);
    violations.addAll(found);
    return found.isEmpty() ? MonitorCodec.document(draft.complete()) : payload;
  }

  private static String notRun(String type) {
    return (WORD.matcher(type).matches() ? type + " checks" : "checks of this type")
        + " are not run by this service; it runs URL monitors, whose checkType is URL";
  }
}
