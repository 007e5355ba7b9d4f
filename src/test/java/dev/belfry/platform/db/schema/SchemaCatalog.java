package dev.belfry.platform.db.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The functions and triggers of a database, in an order and a form that do not depend on the
 * version of Postgres. Triggers that partitions have from their table are left out.
 *
 * @param functions by name
 * @param triggers by table and name
 */
record SchemaCatalog(List<Function> functions, List<Trigger> triggers) {
  private static final String FUNCTIONS =
      """
      SELECT p.proname, pg_get_functiondef(p.oid), p.prosrc FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')""";

  private static final String TRIGGERS =
      """
      SELECT t.tgname, c.relname, p.proname, pg_get_triggerdef(t.oid, true)
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE NOT t.tgisinternal AND t.tgparentid = 0
        AND c.relnamespace = 'public'::regnamespace""";

  private static final Pattern WRITES =
      Pattern.compile(
          "\\b(?:INSERT INTO|DELETE FROM) (\\w+)|\\bUPDATE"
              + " (\\w+)\\s+(?:(?:AS\\s+)?\\w+\\s+)?SET\\b");

  private static final Pattern NOTIFIES = Pattern.compile("\\bpg_notify\\('(\\w+)'");

  /**
   * A function.
   *
   * @param body without comments
   */
  record Function(String name, String definition, String body) {
    /** Whether its body calls a function. */
    boolean calls(String other) {
      return !name.equals(other)
          && Pattern.compile("\\b" + Pattern.quote(other) + "\\(").matcher(body).find();
    }
  }

  /** A trigger; its definition is one line. */
  record Trigger(String name, String table, String function, String definition) {}

  /** What a function does beyond its result, with the functions that it calls. */
  record Effects(Set<String> writes, Set<String> notifies) {}

  /** Reads the catalog. */
  static SchemaCatalog read(Connection connection) throws SQLException {
    List<Function> functions = new ArrayList<>();
    List<Trigger> triggers = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery(FUNCTIONS)) {
        while (rows.next()) {
          functions.add(
              new Function(
                  rows.getString(1),
                  rows.getString(2).replace("FUNCTION public.", "FUNCTION ").strip(),
                  rows.getString(3).replaceAll("--.*", "")));
        }
      }
      try (ResultSet rows = statement.executeQuery(TRIGGERS)) {
        while (rows.next()) {
          triggers.add(
              new Trigger(
                  rows.getString(1),
                  rows.getString(2),
                  rows.getString(3),
                  rows.getString(4).replace(" ON public.", " ON ")));
        }
      }
    }
    functions.sort(Comparator.comparing(Function::name).thenComparing(Function::definition));
    triggers.sort(Comparator.comparing(Trigger::table).thenComparing(Trigger::name));
    return new SchemaCatalog(functions, triggers);
  }

  /** The names of functions that call one. */
  List<String> callers(String function) {
    return functions.stream().filter(one -> one.calls(function)).map(Function::name).toList();
  }

  /** The triggers that call a function. */
  List<Trigger> triggersOf(String function) {
    return triggers.stream().filter(one -> one.function().equals(function)).toList();
  }

  /** What a function writes and tells, in order of names. */
  Effects effects(String function) {
    Set<String> called = new LinkedHashSet<>();
    addCalled(function, called);
    Effects effects = new Effects(new TreeSet<>(), new TreeSet<>());
    for (Function one : functions) {
      if (called.contains(one.name())) {
        Matcher writes = WRITES.matcher(one.body());
        while (writes.find()) {
          effects.writes().add(writes.group(1) != null ? writes.group(1) : writes.group(2));
        }
        Matcher notifies = NOTIFIES.matcher(one.body());
        while (notifies.find()) {
          effects.notifies().add(notifies.group(1));
        }
      }
    }
    return effects;
  }

  private void addCalled(String function, Set<String> called) {
    if (!called.add(function)) {
      return;
    }
    for (Function one : functions) {
      if (one.name().equals(function)) {
        functions.stream()
            .filter(other -> one.calls(other.name()))
            .forEach(other -> addCalled(other.name(), called));
      }
    }
  }
}
