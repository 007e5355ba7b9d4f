package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.monitoring.check.SecretText;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/**
 * A group in the form in which a project's is compared with the stored one: its settings. The two
 * generations differ in their defaults alone.
 */
final class GroupDocument {
  private static final Field<String> MASK = Field.of(SecretText.TEXT);

  private GroupDocument() {}

  /** Reads a payload. */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    String operation =
        GroupCodec.isSecondGeneration(payload) ? "createCheckGroupV2" : "createCheckGroup";
    GroupCodec.dropSubscriptions(payload);
    List<Violation> found = new ArrayList<>();
    GroupDraft draft = bodies.read(operation, payload, GroupCodec.CREATE, found);
    violations.addAll(found);
    return found.isEmpty()
        ? Parent.put(
            JsonText.parse(GroupCodec.settings(draft.complete())), draft.alerting().dependsOn())
        : payload;
  }

  /** A copy for people to read. */
  static ObjectNode masked(ObjectNode document) {
    return GroupCodec.with(
        document.deepCopy(),
        GroupSecrets.masked(
            GroupCodec.secrets(document),
            MASK,
            password -> password.value() == null || password.value().isEmpty() ? password : MASK));
  }
}
