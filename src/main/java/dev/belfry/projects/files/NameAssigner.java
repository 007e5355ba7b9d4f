package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.resource.ResourceType;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Assigns each stored resource its id in a file: its logical id in the project, else one made from
 * its name.
 */
final class NameAssigner {
  private final Map<ResourceType, Map<String, String>> names = new EnumMap<>(ResourceType.class);

  NameAssigner(List<StoredResource> stored) {
    Map<ResourceType, Set<String>> taken = new EnumMap<>(ResourceType.class);
    for (boolean known : new boolean[] {true, false}) { // Names that are settled come first.
      for (StoredResource one : stored) {
        if (known == (one.logicalId() != null)) {
          String wanted = one.logicalId() == null ? wanted(one) : one.logicalId();
          Set<String> others = taken.computeIfAbsent(one.type(), first -> new HashSet<>());
          names
              .computeIfAbsent(one.type(), first -> new HashMap<>())
              .put(one.id(), free(wanted, others));
        }
      }
    }
  }

  private static String wanted(StoredResource one) {
    JsonNode document = one.document();
    for (String path :
        List.of(
            "/slugName", "/name", "/config/name", "/config/address", "/config/channel", "/type")) {
      String slug = EntryIndex.slug(document.at(path).asText(""));
      if (!slug.isEmpty()) {
        return slug.length() > 60 ? slug.substring(0, 60) : slug;
      }
    }
    return one.type().wire();
  }

  private static String free(String wanted, Set<String> taken) {
    String name = wanted;
    for (int i = 2; !taken.add(name); i++) {
      name = wanted + "-" + i;
    }
    return name;
  }

  /** The name of what has an id, null when there is no such thing. */
  @Nullable String of(ResourceType type, String id) {
    return names.getOrDefault(type, Map.of()).get(id);
  }

  String of(StoredResource stored) {
    String name = of(stored.type(), stored.id());
    return name == null ? stored.id() : name;
  }
}
