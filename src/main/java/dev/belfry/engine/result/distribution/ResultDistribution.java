package dev.belfry.engine.result.distribution;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Distributes results, their details and the roll-ups of hours and days over the workers of a Citus
 * cluster, by series, so that all rows of a series lie on one worker. Every step is a transaction
 * and is left out when it was done before, so that an interrupted run is repeated from its step on.
 *
 * <p>Days whose results are rolled up change no more. They are copied one by one while the service
 * runs; then one short transaction puts the copies in their place and moves the open days.
 */
public final class ResultDistribution {
  /** Numbers of series that are entered before there are such series; housekeeping adds more. */
  public static final int SERIES_AHEAD = 200_000;

  /** Whether results are distributed, in SQL: then the series with results are a table. */
  public static final String IS_SPREAD =
      "(SELECT relkind <> 'v' FROM pg_class WHERE oid = 'result_series'::regclass)";

  /** Holds the copies until they take the place of the tables. */
  private static final String COPIES = "belfry_copies";

  private static final List<String> DAILY = List.of("results", "result_details");
  private static final List<String> ROLL_UPS = List.of("result_hours", "result_days");

  /** Functions that statements call on the workers. */
  private static final List<String> FUNCTIONS =
      List.of(
          "response_bucket(integer)",
          "is_answered(smallint,smallint)",
          "phase_micros(smallint)",
          "merge_histograms(bytea,bytea)",
          "add_up_histograms(bytea[])");

  private static final String IS_DISTRIBUTED =
      "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass(?))";

  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);
  private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;

  private final CitusSql sql;
  private final Consumer<String> progress;

  /**
   * Works on a connection to the coordinator, which belongs to the caller.
   *
   * @param progress takes a line about each step
   */
  public ResultDistribution(Connection connection, Consumer<String> progress) {
    this.sql = new CitusSql(connection);
    this.progress = progress;
  }

  /**
   * Does all steps that are left.
   *
   * @throws DistributionRefusedException before anything is changed, when the server has no Citus
   *     or no worker, or when another run is under way
   * @throws SQLException when a step fails; steps before it stay done
   */
  public void run() throws SQLException {
    List<String> workers = workers();
    progress.accept("The workers are " + String.join(", ", workers));
    if (isDistributed("results")) {
      progress.accept("results, result_details: distributed before");
    } else {
      for (String function : FUNCTIONS) {
        sql.texts("SELECT create_distributed_function(?)::text", function);
      }
      numberSeries();
      for (String table : DAILY) {
        copyClosedDays(table);
      }
      exchange();
    }
    for (String table : DAILY) {
      dropHidden(table);
    }
    for (String table : ROLL_UPS) {
      distributeRollUps(table);
      dropHidden(table);
    }
    sql.execute("DROP SCHEMA IF EXISTS " + COPIES);
    progress.accept("Results, details and roll-ups lie on the workers");
  }

  private List<String> workers() throws SQLException {
    if (sql.texts("SELECT extversion FROM pg_extension WHERE extname = 'citus'").isEmpty()) {
      throw new DistributionRefusedException(
          "This database has no extension citus, so results stay where they are. Install Citus on"
              + " every server, create the extension in this database on each of them, add the"
              + " workers with citus_add_node, and run this again");
    }
    List<String> workers =
        sql.texts(
            "SELECT node_name || ':' || node_port FROM citus_get_active_worker_nodes()"
                + " ORDER BY 1");
    if (workers.isEmpty()) {
      throw new DistributionRefusedException(
          "The cluster has no worker, so results stay where they are. Add workers with"
              + " citus_add_node and run this again");
    }
    if (!sql.isTrue("SELECT pg_try_advisory_lock(hashtext('belfry.distribution'))")) {
      throw new DistributionRefusedException("Another run distributes these tables already");
    }
    return workers;
  }

  private boolean isDistributed(String table) throws SQLException {
    return sql.isTrue(IS_DISTRIBUTED, table);
  }

  /** Numbers in place of the view of series, since a worker cannot look at that. */
  private void numberSeries() throws SQLException {
    String table = COPIES + ".result_series";
    sql.execute("CREATE SCHEMA IF NOT EXISTS " + COPIES);
    if (!isDistributed(table)) {
      sql.inTransaction(
          () -> {
            sql.execute("CREATE TABLE IF NOT EXISTS " + table + " (series_id integer PRIMARY KEY)");
            sql.texts("SELECT create_distributed_table(?, 'series_id')::text", table);
          });
    }
    sql.insert(
        "INSERT INTO %1$s SELECT generate_series(1, (SELECT coalesce(max(id), 0) + %2$d FROM series))"
                .formatted(table, SERIES_AHEAD)
            + " ON CONFLICT DO NOTHING");
  }

  /** Copies the days that are rolled up, each in a transaction, unless that was done before. */
  private void copyClosedDays(String table) throws SQLException {
    for (String day : closedDays(table)) {
      String copy = COPIES + "." + day;
      if (isDistributed(copy)) {
        progress.accept(day + ": copied before");
        continue;
      }
      sql.inTransaction(
          () -> {
            sql.execute("CREATE TABLE %s (LIKE public.%s INCLUDING ALL)".formatted(copy, day));
            sql.texts(
                "SELECT create_distributed_table(?, 'series_id', colocate_with := ?)::text",
                copy,
                COPIES + ".result_series");
            long rows = sql.insert("INSERT INTO %s SELECT * FROM public.%s".formatted(copy, day));
            progress.accept(String.format(Locale.ROOT, "%s: copied %,d rows", day, rows));
          });
    }
  }

  private List<String> closedDays(String table) throws SQLException {
    return sql.texts(
        """
        SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = to_regclass(?)
          AND right(c.relname, 8)::date - date '1970-01-01'
            < (SELECT hour / 86400000 FROM result_progress)
        ORDER BY c.relname""",
        table);
  }

  /** Puts the copies in place and moves the open days, while no result is read or written. */
  private void exchange() throws SQLException {
    progress.accept("results, result_details: moving the open days; statements wait");
    long start = System.nanoTime();
    sql.inTransaction(
        () -> {
          sql.execute("SET LOCAL lock_timeout = '30s'");
          sql.execute("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
          sql.execute("LOCK TABLE results, result_details IN ACCESS EXCLUSIVE MODE");
          sql.execute("DROP VIEW result_series");
          sql.execute("ALTER TABLE " + COPIES + ".result_series SET SCHEMA public");
          for (String table : DAILY) {
            exchange(table);
          }
        });
    progress.accept(
        "results, result_details: distributed after %d ms"
            .formatted(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)));
  }

  private void exchange(String table) throws SQLException {
    List<String> copies =
        sql.texts(
            """
            SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND c.relkind = 'r' AND c.relname ~ ? ORDER BY 1""",
            COPIES,
            "^" + table + "_[0-9]{8}$");
    List<String> days = closedDays(table);
    for (String copy : copies) {
      if (days.contains(copy)) {
        sql.execute("ALTER TABLE %s DETACH PARTITION public.%s".formatted(table, copy));
        sql.execute("DROP TABLE public." + copy);
      }
    }
    sql.texts(
        "SELECT create_distributed_table(?, 'series_id', colocate_with := 'result_series')::text",
        table);
    for (String copy : copies) {
      if (!days.contains(copy)) {
        // Dropped by housekeeping since it was copied.
        sql.execute("DROP TABLE %s.%s".formatted(COPIES, copy));
        continue;
      }
      long first =
          LocalDate.parse(copy.substring(copy.length() - 8), DAY)
              .atStartOfDay(ZoneOffset.UTC)
              .toInstant()
              .toEpochMilli();
      sql.execute("ALTER TABLE %s.%s SET SCHEMA public".formatted(COPIES, copy));
      sql.execute(
          "ALTER TABLE %s ATTACH PARTITION public.%s FOR VALUES FROM (%d) TO (%d)"
              .formatted(table, copy, first, first + DAY_MILLIS));
    }
  }

  /** Keeps roll-ups from writing, and lets readers go on. */
  private void distributeRollUps(String table) throws SQLException {
    if (isDistributed(table)) {
      progress.accept(table + ": distributed before");
      return;
    }
    long rows = sql.number("SELECT count(*) FROM " + table);
    progress.accept(String.format(Locale.ROOT, "%s: moving %,d rows", table, rows));
    sql.inTransaction(
        () -> {
          sql.texts("SELECT hour FROM result_progress FOR UPDATE");
          if (table.equals("result_hours")) {
            sql.execute("DROP TRIGGER IF EXISTS add_to_totals ON result_hours");
          }
          sql.texts(
              "SELECT create_distributed_table(?, 'series_id',"
                  + " colocate_with := 'result_series')::text",
              table);
        });
    progress.accept(table + ": distributed");
  }

  /** What the coordinator keeps of a table when its rows have moved, which nothing reads. */
  private void dropHidden(String table) throws SQLException {
    sql.texts(
        """
        SELECT truncate_local_data_after_distributing_table(c)::text FROM (
          SELECT to_regclass(?) AS c UNION ALL
          SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = to_regclass(?)) AS t
        WHERE pg_relation_size(c) > 0""",
        table,
        table);
  }
}
