package dev.belfry.monitoring.dependency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A check or group that another one depends on. One that the schema has refused has neither.
 *
 * @param checkId null for a group
 * @param groupId null for a check
 */
public record Parent(@Nullable UUID checkId, @Nullable Long groupId) {
  /** The member of a body or document. */
  public static final String MEMBER = "dependsOn";

  /** Where references to checks are in the payload of a project. */
  public static final String CHECK_POINTER = "/dependsOn/*/checkId";

  /** Where references to groups are in the payload of a project. */
  public static final String GROUP_POINTER = "/dependsOn/*/groupId";

  private static final String CHECK = "checkId";
  private static final String GROUP = "groupId";

  private static final Comparator<Parent> ORDER =
      Comparator.comparing((Parent one) -> one.checkId == null ? "" : one.checkId.toString())
          .thenComparing(one -> one.groupId == null ? 0L : one.groupId);

  /** Reads the list of a body; {@code null} counts as empty. */
  public static Field<List<Parent>> read(FieldReader body) {
    return body.list(MEMBER, Parent::one).whenNull(List.of());
  }

  private static Parent one(FieldReader entry) {
    return new Parent(entry.text(CHECK).map(Parent::guid).value(), entry.number(GROUP).value());
  }

  private static @Nullable UUID guid(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      return null; // The schema names it.
    }
  }

  /** Puts the list into a document, in one order; an empty list leaves the member out. */
  public static ObjectNode put(ObjectNode document, Field<List<Parent>> parents) {
    List<Parent> list = parents.value();
    document.remove(MEMBER);
    if (list != null && !list.isEmpty()) {
      ArrayNode entries = document.putArray(MEMBER);
      list.stream().sorted(ORDER).distinct().map(Parent::json).forEach(entries::add);
    }
    return document;
  }

  /** The list of a document; empty without the member. */
  public static List<Parent> of(JsonNode document) {
    List<Parent> list = read(new FieldReader(document)).value();
    return list == null ? List.of() : list;
  }

  private ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    return checkId == null ? json.put(GROUP, groupId) : json.put(CHECK, checkId.toString());
  }
}
