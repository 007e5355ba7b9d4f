package dev.belfry.platform.db.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rooms and purposes of SQL functions, as {@code src/docs/schema/functions.txt} has them. */
final class FunctionRooms {
  private static final String INDENT = "  ";

  private final List<String> rooms = new ArrayList<>();
  private final Map<String, Entry> entries = new TreeMap<>();

  /**
   * A function.
   *
   * @param purpose lines of plain sentences
   */
  record Entry(String room, List<String> purpose) {}

  private FunctionRooms() {}

  /** Reads a file; fails when it has a line that cannot be understood. */
  static FunctionRooms read(Path file) {
    try {
      return parse(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Understands the lines of a file. */
  static FunctionRooms parse(List<String> lines) {
    FunctionRooms parsed = new FunctionRooms();
    Entry entry = new Entry("", new ArrayList<>());
    String room = "";
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (line.startsWith(INDENT)) {
        entry.purpose().add(line.strip());
      } else if (line.startsWith("[")) {
        room = line.substring(1, line.indexOf(']'));
        parsed.rooms.add(room);
      } else {
        entry = new Entry(room, new ArrayList<>());
        if (parsed.entries.put(line.strip(), entry) != null) {
          throw new IllegalStateException("twice in the list of functions: " + line);
        }
      }
    }
    return parsed;
  }

  /** Rooms in the order of the file. */
  List<String> rooms() {
    return rooms;
  }

  /** Entries by the name of the function. */
  Map<String, Entry> entries() {
    return entries;
  }
}
