package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tracks which members of a source were converted, by JSON pointer. */
final class FieldTracker {
  /** What can become of a member. */
  enum Fate {
    USED,
    MEANINGLESS,
    NOTED
  }

  private final Map<String, Fate> fates = new HashMap<>();
  private final List<ImportNote> notes = new ArrayList<>();
  private final Set<String> said = new HashSet<>();

  List<ImportNote> notes() {
    return notes;
  }

  Map<String, Fate> fates() {
    return fates;
  }

  boolean isSettled(String pointer) {
    return fates.containsKey(pointer);
  }

  void used(String pointer) {
    fates.putIfAbsent(pointer, Fate.USED);
  }

  void meaningless(String pointer) {
    fates.putIfAbsent(pointer, Fate.MEANINGLESS);
  }

  void note(String pointer, String where, String field, JsonNode value, String why) {
    fates.put(pointer, Fate.NOTED);
    if (!said.add(pointer + "\n" + why)) {
      return;
    }
    notes.add(new ImportNote(where, field, Redacted.of(field, value), why));
  }
}
