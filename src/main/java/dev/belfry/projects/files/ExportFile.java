package dev.belfry.projects.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;

/**
 * Resources of an account in the format of a file.
 *
 * @param file keys and lists as {@link ProjectFiles} reads them
 * @param secrets names of the variables that stand for secrets
 */
public record ExportFile(ObjectNode file, List<String> secrets) {
  public ExportFile {
    secrets = List.copyOf(secrets);
  }

  /**
   * The file of these resources, which is none of a project yet.
   *
   * @param schemas the schemas of the contract by name
   */
  public static ExportFile of(List<StoredResource> resources, JsonNode schemas) {
    return ExportPlan.of(resources, new Defaults(schemas));
  }

  /** The same as a file of a project. */
  public ExportFile of(String project, String name) {
    ObjectNode named = file.objectNode().put("project", project);
    if (!name.equals(project)) {
      named.put("name", VariableSubstitution.escape(name));
    }
    named.setAll(file);
    return new ExportFile(named, secrets);
  }

  /** YAML text of a file, ending with a line break. */
  public static String yaml(ObjectNode file) {
    YAMLFactory factory =
        YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .disable(YAMLGenerator.Feature.SPLIT_LINES)
            .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
            .build();
    try {
      return new YAMLMapper(factory).writeValueAsString(file);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree that cannot be written", e);
    }
  }

  /** The whole text of the file. */
  public String text() {
    String head =
        secrets.isEmpty()
            ? ""
            : "# Secrets are not exported. Set in the environment before this is applied:\n# "
                + String.join("\n# ", secrets)
                + "\n";
    return head + yaml(file);
  }
}
