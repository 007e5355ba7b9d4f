package dev.belfry.engine.run;

import static dev.belfry.monitoring.check.Verdict.FAILED;
import static dev.belfry.monitoring.check.Verdict.PASSED;

import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.db.Database;
import java.util.Arrays;
import java.util.UUID;

/**
 * What writing batches costs: {@code WriteLoad ROWS ROUNDS} prints the median time of a batch of
 * passed runs with the step of alerts and without, and of batches in which some fail.
 */
public final class WriteLoad {
  private final AlertFixture fixture = new AlertFixture();
  private final int[] series;
  private final UUID[] checks;
  private int run;

  private WriteLoad(int rows) throws Exception {
    series = new int[rows];
    checks = new UUID[rows];
    for (int i = 0; i < rows; i++) {
      checks[i] = fixture.check("");
      series[i] = fixture.series(checks[i], "cellar");
    }
    long channel = fixture.channel("{}");
    for (UUID check : checks) {
      fixture.subscribe(channel, check, null, true);
    }
  }

  /** Warms up for as long as it measures. */
  public static void main(String[] arguments) throws Exception {
    int rows = Integer.parseInt(arguments[0]);
    int rounds = Integer.parseInt(arguments[1]);
    WriteLoad load = new WriteLoad(rows);
    Database database =
        new Database(
            load.fixture.store.vertx,
            load.fixture.store.tables.address(),
            load.fixture.store.config.database(),
            1);
    String plain =
        ResultBatchStatement.SQL
            .replaceFirst(" RETURNING at, series_id, attempt, verdict", "")
            .replaceFirst("(?s)ill AS MATERIALIZED.*?found\\),", "")
            .replace("AND NOT (SELECT found FROM ill)", "")
            .replaceFirst("(?s),\\s*ended_now AS.*", "")
            .concat(" SELECT (SELECT count(*) FROM me), (SELECT told FROM told)");
    for (int pass = 0; pass < 2; pass++) {
      print(
          "without alerts",
          load.measure(
              rounds,
              batch ->
                  RunStoreFixture.get(
                      database.query(
                          plain, ResultBatchColumns.of(load.fixture.store.instance, batch))),
              0));
      print(
          "in a transaction",
          load.measure(
              rounds,
              batch ->
                  RunStoreFixture.get(
                      database.transaction(
                          connection ->
                              connection
                                  .preparedQuery(plain)
                                  .execute(
                                      ResultBatchColumns.of(load.fixture.store.instance, batch)))),
              0));
      print("all pass", load.measure(rounds, load.fixture.store::write, 0));
      print("1 of 50 fails", load.measure(rounds, load.fixture.store::write, rows / 50));
      print("one turns", load.measure(rounds, load.fixture.store::write, 1));
      print("all fail", load.measure(rounds, load.fixture.store::write, rows));
      load.measure(1, load.fixture.store::write, 0);
    }
    RunStoreFixture.get(database.close());
    load.fixture.close();
  }

  private interface Write {
    void write(ResultBatch batch);
  }

  private double[] measure(int rounds, Write write, int failing) {
    double[] millis = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      run++;
      ResultBatch batch = new ResultBatch();
      for (int i = 0; i < series.length; i++) {
        Verdict verdict = i < failing && (failing > 1 || round % 2 == 0) ? FAILED : PASSED;
        batch.add(fixture.result(series[i], run, verdict));
      }
      long began = System.nanoTime();
      write.write(batch);
      millis[round] = (System.nanoTime() - began) / 1e6;
    }
    Arrays.sort(millis);
    return millis;
  }

  private static void print(String what, double[] millis) {
    System.out.printf(
        "%-16s median %.2f ms, p90 %.2f ms%n",
        what, millis[millis.length / 2], millis[millis.length * 9 / 10]);
  }
}
