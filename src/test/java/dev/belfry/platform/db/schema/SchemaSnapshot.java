package dev.belfry.platform.db.schema;

import dev.belfry.platform.db.schema.SchemaCatalog.Effects;
import dev.belfry.platform.db.schema.SchemaCatalog.Function;
import dev.belfry.platform.db.schema.SchemaCatalog.Trigger;
import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The readable copy of functions and triggers in {@code src/docs/schema}. Its {@code main} renews
 * it from a database that it creates and migrates.
 */
public final class SchemaSnapshot {
  static final Path FOLDER = Path.of("src/docs/schema");
  static final Path FUNCTIONS = FOLDER.resolve("functions.txt");

  /** What renews the copy. */
  static final String COMMAND =
      "mvn -q test-compile exec:java -Dexec.classpathScope=test"
          + " -Dmain.class=dev.belfry.platform.db.schema.SchemaSnapshot";

  private static final String README =
"""
# SQL functions and triggers

This folder shows every function and trigger as the newest migration leaves it. The migrations
in `src/main/resources/db/migration` are what runs; they are never changed.

- One `.sql` file for each room has its functions with their triggers. Read it instead of the
  history of a function in the migrations.
- `functions.txt` is written by hand. It gives each function its room and its purpose.
- The `.sql` files and this page are generated. `SchemaSnapshotIT` fails when they differ from
  a migrated database. This command renews them:

```sh
%s
```

## Triggers

Effects include those of functions that the trigger's function calls, but not those of further
triggers. An asterisk marks a trigger with a condition, which the `.sql` file shows.

| Table | Trigger | Fires | Function | Effects |
|---|---|---|---|---|
%s
## Functions

%s""";

  private static final int COLUMNS = 100;

  private static final Pattern FIRES =
      Pattern.compile(" (BEFORE|AFTER) (.+?) ON \\w+ (.*)FOR EACH (ROW|STATEMENT) (WHEN )?");

  private static final Pattern CALL = Pattern.compile("EXECUTE FUNCTION (.+)$");

  private static final Pattern REFUSES = Pattern.compile("RAISE EXCEPTION '([^']+)'");

  private SchemaSnapshot() {}

  /** Writes the copy anew; fails when a file cannot be written or the database fails. */
  public static void main(String[] args) throws IOException, SQLException {
    Map<String, String> files = files();
    try (Stream<Path> old = Files.list(FOLDER)) {
      for (Path file : old.filter(path -> path.toString().endsWith(".sql")).toList()) {
        Files.delete(file);
      }
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(FOLDER.resolve(file.getKey()), file.getValue());
    }
    System.out.println("Wrote " + files.size() + " files to " + FOLDER);
  }

  /** The generated files by name, for a database that the migrations have made. */
  static Map<String, String> files() throws SQLException {
    try (TestDatabase database = TestDatabase.createMigrated();
        Connection connection = database.jdbc()) {
      return files(SchemaCatalog.read(connection), FunctionRooms.read(FUNCTIONS));
    }
  }

  /** The generated files by name. A function without an entry is in no room's file. */
  static Map<String, String> files(SchemaCatalog catalog, FunctionRooms rooms) {
    Map<String, String> files = new TreeMap<>();
    for (String room : rooms.rooms()) {
      files.put(room + ".sql", room(room, catalog, rooms));
    }
    String triggers =
        catalog.triggers().stream().map(one -> row(one, catalog)).collect(Collectors.joining());
    String functions =
        rooms.rooms().stream().map(room -> list(room, rooms)).collect(Collectors.joining());
    files.put(
        "README.md",
        README.formatted(COMMAND.replace(" -Dmain", " \\\n  -Dmain"), triggers, functions));
    return files;
  }

  private static String room(String room, SchemaCatalog catalog, FunctionRooms rooms) {
    StringBuilder text =
        new StringBuilder("-- The functions of the room " + room + " with their triggers.\n")
            .append("-- Generated, for reading only. README.md says how to renew it.\n");
    for (Function function : catalog.functions()) {
      FunctionRooms.Entry entry = rooms.entries().get(function.name());
      if (entry != null && entry.room().equals(room)) {
        text.append('\n');
        entry.purpose().forEach(line -> text.append("-- ").append(line).append('\n'));
        List<String> callers = catalog.callers(function.name());
        if (!callers.isEmpty()) {
          text.append("-- Called by ").append(String.join(", ", callers)).append(".\n");
        }
        text.append(function.definition()).append(";\n");
        for (Trigger trigger : catalog.triggersOf(function.name())) {
          text.append(folded(trigger.definition())).append(";\n");
        }
      }
    }
    return text.toString();
  }

  private static String folded(String definition) {
    return definition.replaceAll(" (AFTER|BEFORE|REFERENCING|WHEN|EXECUTE FUNCTION) ", "\n  $1 ");
  }

  private static String row(Trigger trigger, SchemaCatalog catalog) {
    Matcher fires = FIRES.matcher(trigger.definition());
    Matcher call = CALL.matcher(trigger.definition());
    if (!fires.find() || !call.find()) {
      throw new IllegalStateException("not understood: " + trigger.definition());
    }
    String time =
        fires.group(3).contains("INITIALLY DEFERRED") ? "AT COMMIT AFTER" : fires.group(1);
    String events = fires.group(2).replace(" OF ", " of ").replace(" OR ", ", ");
    return "| `%s` | `%s`%s | %s | `%s` | %s |\n"
        .formatted(
            trigger.table(),
            trigger.name(),
            fires.group(5) == null ? "" : " \\*",
            (time + " " + events)
                .replace("INSERT, DELETE, UPDATE", "every change")
                .toLowerCase(Locale.ROOT),
            call.group(1),
            effects(trigger, catalog));
  }

  private static String effects(Trigger trigger, SchemaCatalog catalog) {
    Effects effects = catalog.effects(trigger.function());
    Stream<String> refuses =
        catalog.functions().stream()
            .filter(one -> one.name().equals(trigger.function()))
            .flatMap(one -> REFUSES.matcher(one.body()).results())
            .map(match -> "refuses: " + match.group(1));
    return Stream.of(
            listed("writes ", effects.writes()), listed("notifies ", effects.notifies()), refuses)
        .flatMap(one -> one)
        .collect(Collectors.joining("; "));
  }

  private static Stream<String> listed(String verb, Set<String> names) {
    return names.isEmpty()
        ? Stream.empty()
        : Stream.of(
            verb + names.stream().map(one -> "`" + one + "`").collect(Collectors.joining(", ")));
  }

  /** The functions of a room as an item of a list, in lines of 100 columns. */
  private static String list(String room, FunctionRooms rooms) {
    StringBuilder text = new StringBuilder();
    String line = "- [" + room + "](" + room + ".sql):";
    for (Map.Entry<String, FunctionRooms.Entry> entry : rooms.entries().entrySet()) {
      if (entry.getValue().room().equals(room)) {
        String word = " `" + entry.getKey() + "`,";
        if (line.length() + word.length() > COLUMNS) {
          text.append(line).append('\n');
          line = " ";
        }
        line += word;
      }
    }
    return text + line.substring(0, line.length() - 1) + "\n";
  }
}
