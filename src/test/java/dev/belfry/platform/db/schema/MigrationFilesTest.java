package dev.belfry.platform.db.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The program's migrations expand, or say which programs they leave behind (ADR 0025). */
class MigrationFilesTest {
  /** The last one from before the rule. */
  private static final int BEFORE = 8;

  private static final Pattern TAKES_AWAY =
      Pattern.compile(
          "\\bDROP\\s+(TABLE|COLUMN|VIEW|FUNCTION|TYPE|SCHEMA)\\b|\\bRENAME\\b"
              + "|\\bSET\\s+NOT\\s+NULL\\b|\\bALTER\\s+(COLUMN\\s+)?\\w+\\s+(SET\\s+DATA\\s+)?TYPE\\b",
          Pattern.CASE_INSENSITIVE);

  /** No program names a trigger. */
  private static final Pattern RENAMES_TRIGGER =
      Pattern.compile("\\bALTER\\s+TRIGGER\\s+\\w+\\s+ON\\s+\\w+\\s+RENAME\\b");

  private static final Pattern RENAMES_FUNCTION =
      Pattern.compile("\\bALTER\\s+FUNCTION\\s+(\\w+)\\([^)]*\\)\\s+RENAME\\b");

  private static final Pattern DROPS_TRIGGER =
      Pattern.compile("\\bDROP\\s+TRIGGER\\s+\\S+\\s+ON\\s+\\w+|'DROP TRIGGER [^']*'");
  private static final Pattern DROPS_FUNCTION = Pattern.compile("\\bDROP\\s+FUNCTION\\s+(\\w+)\\(");

  /** Functions that triggers and other functions call. No program ever named them. */
  private static final Set<String> NEVER_NAMED_BY_A_PROGRAM =
      Set.of(
          "audit_check",
          "audit_document",
          "audit_row",
          "audit_settled",
          "audit_touched",
          "audit_whole",
          "check_changed",
          "checks_out_of_line",
          "maintenance_turned",
          "private_location_goes",
          "record_change_row",
          "told_of_alert",
          "told_of_delivery",
          "told_of_members",
          "told_of_row",
          "told_of_verdict");

  /** Whether older programs find what they name: the function itself, or one in its place. */
  private static boolean isHarmless(String function, String code) {
    return NEVER_NAMED_BY_A_PROGRAM.contains(function)
        || code.contains("CREATE FUNCTION " + function + "(");
  }

  private static boolean isWrong(String sql) {
    String all = sql.replaceAll("--.*", "");
    String code =
        RENAMES_FUNCTION
            .matcher(RENAMES_TRIGGER.matcher(all).replaceAll(""))
            .replaceAll(name -> isHarmless(name.group(1), all) ? "" : name.group());
    code =
        DROPS_FUNCTION
            .matcher(DROPS_TRIGGER.matcher(code).replaceAll(""))
            .replaceAll(name -> isHarmless(name.group(1), all) ? "" : name.group());
    return TAKES_AWAY.matcher(code).find() && !code.contains("UPDATE schema_support SET oldest");
  }

  @Test
  void sayWhomTheyLeaveBehind() throws IOException {
    for (Map.Entry<Integer, String> file : new MigrationFiles("db/migration").paths().entrySet()) {
      try (InputStream stream = MigrationFiles.resource(file.getValue()).openStream()) {
        String sql = new String(stream.readAllBytes(), UTF_8);
        assertThat(file.getKey() > BEFORE && isWrong(sql)).as(file.getValue()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
"""
true  | ALTER TABLE checks DROP COLUMN note
true  | ALTER TABLE checks RENAME note TO notes
true  | alter table checks alter column note type json
true  | ALTER TABLE checks ALTER note SET NOT NULL
true  | DROP TABLE notes
true  | ALTER FUNCTION epoch_millis() RENAME TO now_millis
false | ALTER FUNCTION epoch_millis() RENAME TO now_millis; CREATE FUNCTION epoch_millis()
false | ALTER FUNCTION told_of_row() RENAME TO record_change_row
false | ALTER TRIGGER told_of_row ON services RENAME TO record_change_row
true  | DROP FUNCTION epoch_millis()
false | DROP FUNCTION record_change_row()
false | DROP TRIGGER record_change_row ON services
false | DROP TABLE notes; UPDATE schema_support SET oldest = 12
false | ALTER TABLE checks ADD COLUMN note text NOT NULL DEFAULT ''
false | CREATE TABLE notes (id int) -- a DROP TABLE comes later
""")
  void knowsWhatTakesAway(boolean wrong, String sql) {
    assertThat(isWrong(sql)).isEqualTo(wrong);
  }
}
