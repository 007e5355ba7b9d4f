package dev.belfry.projects.deploy;

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
}
