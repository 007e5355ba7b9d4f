package dev.belfry.projects.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Reads the body of a deploy, after its schema has checked it. */
final class ManifestReader {
  private ManifestReader() {}

  static Manifest read(ObjectNode body) {
    JsonNode project = body.path("project");
    List<ManifestResource> resources = new ArrayList<>();
    body.path("resources").forEach(resource -> resources.add(resource(resource)));
    return new Manifest(
        project.path("logicalId").asText(),
        project.path("name").asText(),
        project.path("repoUrl").textValue(),
        resources);
  }

  private static ManifestResource resource(JsonNode resource) {
    JsonNode id = resource.path("physicalId");
    return new ManifestResource(
        resource.path("logicalId").asText(),
        resource.path("type").asText(),
        resource.path("member").asBoolean(),
        id.isValueNode() && !id.isNull() ? id.asText() : null,
        resource.path("payload") instanceof ObjectNode payload
            ? payload
            : JsonNodeFactory.instance.objectNode(),
        resource.path("sourceFile").textValue());
  }
}
