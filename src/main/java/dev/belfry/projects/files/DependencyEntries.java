package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a monitor or group depends on: a list of monitors by their ids, and of groups as {@code
 * group} with the id.
 */
final class DependencyEntries {
  private static final String MEMBER = "dependsOn";
  private static final String MONITOR = "monitor";
  private static final String GROUP = "group";
  private static final String CHECK_ID = "checkId";
  private static final String GROUP_ID = "groupId";

  private final ManifestBuilder draft;

  DependencyEntries(ManifestBuilder draft) {
    this.draft = draft;
  }

  void add(Entry entry, Payload payload) {
    Value list = entry.get(MEMBER);
    if (list == null || list.isNothing()) {
      // A payload without the member would keep what is stored.
      payload.json().putArray(MEMBER);
      return;
    }
    String path = entry.pathOf(MEMBER);
    payload.note("/" + MEMBER, entry.locationOf(MEMBER), path);
    if (!list.isList()) {
      draft.error(entry.locationOf(MEMBER), path + " must be a list of monitors and groups");
      return;
    }
    ArrayNode parents = payload.json().putArray(MEMBER);
    for (int i = 0; i < list.items().size(); i++) {
      parent(list.items().get(i), payload, parents, path + "[" + i + "]");
    }
  }

  private void parent(Value value, Payload payload, ArrayNode parents, String path) {
    String pointer = "/" + MEMBER + "/" + parents.size();
    payload.note(pointer, value.location(), path);
    boolean named = value.isObject() && value.members().size() == 1;
    Value.Member group = named ? value.members().get(GROUP) : null;
    Value.Member monitor = named ? value.members().get(MONITOR) : null;
    if (!value.isScalar() && group == null && monitor == null) {
      draft.error(
          value.location(),
          path + " must be the id of a monitor, or an object of monitor or group");
      return;
    }
    Value id = group != null ? group.value() : monitor != null ? monitor.value() : value;
    String at = group != null ? path + "." + GROUP : monitor != null ? path + "." + MONITOR : path;
    String member = group == null ? CHECK_ID : GROUP_ID;
    payload.note(pointer + "/" + member, id.location(), at);
    ObjectNode reference =
        draft.reference(group == null ? Section.MONITORS : Section.GROUPS, id, at);
    if (reference != null) {
      parents.addObject().set(member, reference);
    }
  }

  /**
   * Writes the list of a document as a file has it.
   *
   * @param names gives the name of a resource, null when it is not in the file
   */
  static void write(ObjectNode entry, BiFunction<ResourceType, String, @Nullable String> names) {
    if (!(entry.path(MEMBER) instanceof ArrayNode stored)) {
      return;
    }
    ArrayNode list = entry.putArray(MEMBER);
    for (JsonNode parent : stored) {
      boolean group = parent.has(GROUP_ID);
      String id = parent.path(group ? GROUP_ID : CHECK_ID).asText();
      String name = names.apply(group ? ResourceType.CHECK_GROUP : ResourceType.CHECK, id);
      String shown = name == null ? id : name;
      if (group) {
        list.addObject().put(GROUP, shown);
      } else {
        list.add(shown);
      }
    }
  }
}
