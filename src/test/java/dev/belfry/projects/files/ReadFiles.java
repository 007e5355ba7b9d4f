package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.ContractDocument;
import dev.belfry.platform.error.Violation;
import dev.belfry.projects.deploy.ManifestResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Files of a test, read with the real contract. */
final class ReadFiles {
  static final Shapes SHAPES = new Shapes(ContractDocument.read().schemas());

  static final Map<String, String> ENVIRONMENT =
      Map.of("TOKEN", "s3cret", "PORT", "8443", "BELFRY_KEY_SECRET", "hidden");

  private ReadFiles() {}

  /** The project of one file named {@code a.yaml}. */
  static ParsedProject read(String text) {
    return read(new SourceFile("a.yaml", text));
  }

  static ParsedProject read(SourceFile... files) {
    ParsedProject described = new ProjectFiles(SHAPES, ENVIRONMENT).read(List.of(files));
    if (!described.isSound()) {
      throw described.invalid(List.of());
    }
    return described;
  }

  /** Everything that is wrong with one file, one line each. */
  static List<String> errors(String text) {
    return errors(new SourceFile("a.yaml", text));
  }

  static List<String> errors(SourceFile... files) {
    try {
      read(files);
      return List.of();
    } catch (InvalidFilesException e) {
      return e.errors().stream().map(FileError::toString).toList();
    }
  }

  /** A resource by its type and logical id. */
  static ManifestResource resource(ParsedProject described, String type, String logicalId) {
    return described.manifest().resources().stream()
        .filter(one -> one.type().equals(type) && one.logicalId().equals(logicalId))
        .findFirst()
        .orElseThrow(() -> new AssertionError(described.manifest().resources().toString()));
  }

  static ObjectNode group(String text) {
    return resource(read(text), "check-group", "web").payload();
  }

  static ObjectNode monitor(String text) {
    return resource(read(text), "check", "home").payload();
  }

  /** What a violation of a resource's payload is called in the files. */
  static String explained(ParsedProject described, String type, String logicalId, String pointer) {
    ManifestResource resource = resource(described, type, logicalId);
    int index = described.manifest().resources().indexOf(resource);
    List<Violation> violations = new ArrayList<>();
    violations.add(new Violation("/resources/" + index + "/payload" + pointer, "must be good"));
    return described.explain(violations).get(0).toString();
  }
}
