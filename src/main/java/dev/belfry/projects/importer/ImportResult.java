package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The outcome of an import: a project file, and notes on every field that changed.
 *
 * @param file a project in the format of our own files; secrets are in it as they were
 * @param notes every field that is not in it as it was, in the order of the source
 */
public record ImportResult(ObjectNode file, List<ImportNote> notes) {
  public ImportResult {
    notes = List.copyOf(notes);
  }
}
