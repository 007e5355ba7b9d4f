package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A check in the form in which a project's is compared with the stored one: the type, the settings
 * and the group, with {@code null} for an offset that is not given.
 */
final class MonitorDocument {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]{1,40}");

  private MonitorDocument() {}

  /** Reads a payload. A check of a type that is not run gets that one violation alone. */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    JsonNode sent = MonitorCodec.checkType(payload);
    Optional<CheckType> type =
        sent == null ? Optional.of(CheckType.URL) : CheckType.offered(sent.textValue());
    if (type.isEmpty()) {
      violations.add(new Violation("/checkType", notRun(sent == null ? null : sent.textValue())));
      return payload;
    }
    MonitorCodec.dropSubscriptions(payload);
    List<Violation> found = new ArrayList<>();
    MonitorDraft draft =
        bodies.read(
            "create" + type.get().resource(), payload, MonitorCodec.creation(type.get()), found);
    violations.addAll(found);
    return found.isEmpty() ? MonitorCodec.document(draft.complete()) : payload;
  }

  private static String notRun(@Nullable String type) {
    String known =
        CheckType.offered().stream().map(CheckType::name).collect(Collectors.joining(", "));
    return (type != null && WORD.matcher(type).matches() ? type + " checks" : "checks of this type")
        + " are not run by this service; it runs those with a checkType of "
        + known;
  }
}
