package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The complete desired state of a project (wire contract 3.3).
 *
 * @param logicalId the project's name inside the account
 * @param name what people call it
 * @param repoUrl where its code is, null when unknown
 * @param resources in any order
 */
public record Manifest(
    String logicalId, String name, @Nullable String repoUrl, List<ManifestResource> resources) {
  public Manifest {
    resources = List.copyOf(resources);
  }

  /** The public locations that checks and groups of the manifest name. */
  List<String> publicLocations() {
    List<String> names = new ArrayList<>();
    for (ManifestResource resource : resources) {
      for (JsonNode name : resource.payload().path("locations")) {
        names.add(name.asText());
      }
    }
    return names;
  }
}
