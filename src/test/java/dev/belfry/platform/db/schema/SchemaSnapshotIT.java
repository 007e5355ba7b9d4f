package dev.belfry.platform.db.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The readable copy of functions and triggers is that of the newest migration. */
class SchemaSnapshotIT {
  private static final String RENEW =
      "the schema differs from " + SchemaSnapshot.FOLDER + "; renew it with\n  ";

  private static String text(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file).replace("\r\n", "\n") : "";
  }

  @Test
  void everyFunctionHasARoomAndAPurpose() throws SQLException {
    FunctionRooms rooms = FunctionRooms.read(SchemaSnapshot.FUNCTIONS);
    try (TestDatabase database = TestDatabase.createMigrated();
        Connection connection = database.jdbc()) {
      List<String> functions =
          SchemaCatalog.read(connection).functions().stream()
              .map(SchemaCatalog.Function::name)
              .distinct()
              .toList();
      assertThat(rooms.entries().keySet())
          .as("add or remove functions in %s", SchemaSnapshot.FUNCTIONS)
          .containsExactlyInAnyOrderElementsOf(functions);
    }
    assertThat(rooms.entries())
        .allSatisfy((name, entry) -> assertThat(entry.purpose()).as(name).isNotEmpty());
  }

  @Test
  void everyRoomIsAFolderOfTheProgram() {
    assertThat(FunctionRooms.read(SchemaSnapshot.FUNCTIONS).rooms())
        .doesNotHaveDuplicates()
        .allSatisfy(room -> assertThat(Path.of("src/main/java/dev/belfry", room)).isDirectory());
  }

  @Test
  void showsTheFunctionsAndTriggersOfTheNewestMigration() throws SQLException, IOException {
    Map<String, String> files = SchemaSnapshot.files();
    for (Map.Entry<String, String> file : files.entrySet()) {
      assertThat(text(SchemaSnapshot.FOLDER.resolve(file.getKey())))
          .as(file.getKey())
          .withFailMessage(() -> RENEW + SchemaSnapshot.COMMAND + "\nfirst: " + file.getKey())
          .isEqualTo(file.getValue());
    }
    List<String> present = new ArrayList<>();
    try (Stream<Path> all = Files.list(SchemaSnapshot.FOLDER)) {
      all.map(path -> path.getFileName().toString()).forEach(present::add);
    }
    present.remove(SchemaSnapshot.FUNCTIONS.getFileName().toString());
    assertThat(present)
        .withFailMessage(() -> RENEW + SchemaSnapshot.COMMAND)
        .containsExactlyInAnyOrderElementsOf(files.keySet());
  }

  @Test
  void noticesAChangedFunctionAndAChangedTrigger() throws SQLException {
    FunctionRooms rooms = FunctionRooms.read(SchemaSnapshot.FUNCTIONS);
    try (TestDatabase database = TestDatabase.createMigrated();
        Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      Map<String, String> before = SchemaSnapshot.files(SchemaCatalog.read(connection), rooms);
      statement.execute(
          "CREATE OR REPLACE FUNCTION shard_of(check_id uuid) RETURNS smallint LANGUAGE sql"
              + " IMMUTABLE AS 'SELECT 7::smallint'");
      Map<String, String> function = SchemaSnapshot.files(SchemaCatalog.read(connection), rooms);
      assertThat(function.get("platform.sql"))
          .isNotEqualTo(before.get("platform.sql"))
          .contains("SELECT 7::smallint");

      statement.execute("DROP TRIGGER series_deleted ON series");
      Map<String, String> trigger = SchemaSnapshot.files(SchemaCatalog.read(connection), rooms);
      assertThat(trigger.get("engine.sql")).isNotEqualTo(before.get("engine.sql"));
      assertThat(trigger.get("README.md")).isNotEqualTo(before.get("README.md"));
    }
  }

  @Test
  void leavesPartitionsOut() throws SQLException {
    try (TestDatabase database = TestDatabase.createMigrated();
        Connection connection = database.jdbc()) {
      assertThat(
              database.count(
                  "SELECT count(*) FROM pg_trigger WHERE tgname = 'audit_is_final'"
                      + " AND tgparentid <> 0"))
          .isPositive();
      assertThat(SchemaCatalog.read(connection).triggers())
          .filteredOn(one -> one.name().equals("audit_is_final"))
          .extracting(SchemaCatalog.Trigger::table)
          .containsExactly("audit_entries");
    }
  }
}
