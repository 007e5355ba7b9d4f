package dev.belfry.platform.db.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tables, partitions and sequences of a database that a copy takes over, and the constraints
 * and triggers that wait while it does. The history of migrations is no part of it.
 */
final class CopiedSchema {
  private static final String TABLES =
      """
      SELECT c.oid::regclass::text,
        (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            AND a.attgenerated = ''),
        (SELECT sum(pg_table_size(t.relid)) FROM pg_partition_tree(c.oid) AS t)
      FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND NOT c.relispartition AND c.relname <> 'flyway_schema_history'
      ORDER BY 3, 1""";

  private static final String PARTITIONS =
      """
      SELECT c.oid::regclass::text, i.inhparent::regclass::text,
        pg_get_expr(c.relpartbound, c.oid)
      FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relispartition
      ORDER BY 1""";

  private static final String FOREIGN_KEYS =
      """
      SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid)
      FROM pg_constraint
      WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace
      ORDER BY 1, 2""";

  private static final String WITH_TRIGGERS =
      """
      SELECT DISTINCT t.tgrelid::regclass::text FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
      ORDER BY 1""";

  private static final String SEQUENCES =
      """
      SELECT format('%I', sequencename), last_value FROM pg_sequences
      WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1""";

  private CopiedSchema() {}

  /**
   * A table, with all of its partitions.
   *
   * @param columns that hold what was written, for a list in SQL
   * @param bytes that it takes on disk
   */
  record Table(String name, String columns, long bytes) {}

  /** A partition with its bounds in SQL. */
  record Partition(String name, String parent, String bounds) {}

  /** A foreign key with its definition in SQL. */
  record ForeignKey(String table, String name, String definition) {}

  /** The tables, smallest first. */
  static List<Table> tables(Connection connection) throws SQLException {
    return read(
        connection, TABLES, row -> new Table(row.getString(1), row.getString(2), row.getLong(3)));
  }

  static List<ForeignKey> foreignKeys(Connection connection) throws SQLException {
    return read(
        connection,
        FOREIGN_KEYS,
        row -> new ForeignKey(row.getString(1), row.getString(2), row.getString(3)));
  }

  /** The tables, partitions among them, that have triggers of the schema. */
  static List<String> withTriggers(Connection connection) throws SQLException {
    return read(connection, WITH_TRIGGERS, row -> row.getString(1));
  }

  /** The partitions of one database that another lacks. */
  static List<Partition> missing(Connection of, Connection in) throws SQLException {
    Set<String> there = new HashSet<>(read(in, PARTITIONS, row -> row.getString(1)));
    List<Partition> all =
        read(
            of,
            PARTITIONS,
            row -> new Partition(row.getString(1), row.getString(2), row.getString(3)));
    return all.stream().filter(one -> !there.contains(one.name())).toList();
  }

  /** Statements that bring the sequences of another database to where they are in this one. */
  static List<String> sequenceStatements(Connection connection) throws SQLException {
    return read(
        connection,
        SEQUENCES,
        row -> "SELECT setval('%s', %d)".formatted(row.getString(1), row.getLong(2)));
  }

  /** Makes a value of a row. */
  private interface Mapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  private static <T> List<T> read(Connection connection, String sql, Mapper<T> mapper)
      throws SQLException {
    List<T> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(mapper.map(rows));
      }
    }
    return found;
  }
}
