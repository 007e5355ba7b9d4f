package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/** Reads a YAML or JSON file of another tool within the bounds of project files. */
public final class OtherFile {
  private OtherFile() {}

  /**
   * What a file says; texts that look like variables stay as they are.
   *
   * @throws InvalidFilesException when it is no YAML
   */
  public static JsonNode read(SourceFile file) {
    List<FileError> errors = new ArrayList<>();
    JsonNode read =
        YamlText.read(file, new VariableSubstitution(null), errors)
            .map(
                value ->
                    new Payload(value.location().at(""), errors).copy(value, Shape.ANY, "", ""))
            .orElse(JsonNodeFactory.instance.objectNode());
    if (!errors.isEmpty()) {
      throw new InvalidFilesException(errors);
    }
    return read;
  }
}
