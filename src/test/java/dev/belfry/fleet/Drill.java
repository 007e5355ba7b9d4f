package dev.belfry.fleet;

import dev.belfry.chaos.Books;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Does to a fleet what scenarios say, one after the other, and counts what becomes of requests. */
final class Drill implements Exercise {
  /** So long everything is well before and after the faults of a scenario. */
  private static final long QUIET_MILLIS = 2_000;

  private static final long PAUSE_MILLIS = 4_000;
  private static final long CUT_MILLIS = 4_000;
  private static final long AWAY_MILLIS = 2_000;
  private static final int PARTS = 6;

  /** Series with two slots in a row, or more, that did not run. */
  private static final String SILENT =
      """
      WITH runs AS (
        SELECT series_id, at, lag(at) OVER (PARTITION BY series_id ORDER BY at) AS before
        FROM results WHERE attempt = 0 AND verdict < 4)
      SELECT r.series_id, r.at - r.before AS silence, c.period_ms FROM runs r
      JOIN schedules c ON c.series_id = r.series_id AND c.until_ms IS NULL
      WHERE r.at - r.before > 2 * c.period_ms LIMIT 20""";

  private final Fleet fleet;
  private final WiredPostgres postgres;
  private final int rounds;
  private final Soak soak;
  private final List<RequestTally> tallies = new ArrayList<>();
  private final Footprint footprint = new Footprint();
  private Pace pace = new Pace(List.of());
  private long upgradedFrom;

  /**
   * What {@link Scenario#SOAK} is.
   *
   * @param kills how many, one in each period
   */
  record Soak(int kills, Duration period) {}

  /**
   * @param rounds of {@link Scenario#KILL}: how often it kills each instance, at least once
   */
  Drill(Fleet fleet, WiredPostgres postgres, int rounds, Soak soak) {
    this.fleet = fleet;
    this.postgres = postgres;
    this.rounds = rounds;
    this.soak = soak;
  }

  /** Runs scenarios in the order given. */
  void run(List<Scenario> scenarios) {
    for (Scenario scenario : scenarios) {
      fleet.tell(scenario + " begins");
      long from = System.currentTimeMillis();
      fleet.pause(QUIET_MILLIS);
      switch (scenario) {
        case KILL -> killAll();
        case PAUSE -> fleet.instances().forEach(this::standStill);
        case PARTITION -> cut();
        case POSTGRES -> restartPostgres();
        case UPGRADE -> upgrade();
        case SOAK -> soak();
      }
      fleet.allUp();
      fleet.pause(QUIET_MILLIS);
      long to = System.currentTimeMillis();
      fleet.until("all requests have ended", () -> fleet.load().hasEnded(to));
      List<Sent> sent = fleet.load().between(from, to);
      RequestTally tally = RequestTally.of(scenario, sent);
      tallies.add(tally);
      fleet.tell(tally.toString());
      if (scenario == Scenario.SOAK) {
        pace = Pace.of(sent, from, to, PARTS);
      }
    }
  }

  private void killAll() {
    for (int round = 1; round <= rounds; round++) {
      fleet.instances().forEach(this::kill);
      if (rounds > 1) {
        fleet.tell("each instance was killed " + round + " times");
      }
    }
  }

  private void kill(InstanceProcess instance) {
    instance.kill();
    fleet.pause(QUIET_MILLIS / 2);
    fleet.start(instance);
    fleet.pause(QUIET_MILLIS / 2);
  }

  private void standStill(InstanceProcess instance) {
    instance.pause();
    fleet.pause(PAUSE_MILLIS);
    instance.resume();
    fleet.pause(QUIET_MILLIS / 2);
    fleet.allUp();
  }

  private void cut() {
    postgres.cut(0);
    fleet.pause(CUT_MILLIS);
    fleet.mend();
    postgres.mend();
    fleet.pause(QUIET_MILLIS);
    fleet.allUp();
    if (fleet.settings().ownNetwork()) {
      fleet.tell("an instance is cut off from the balancer");
      fleet.cutBalancer(1);
      fleet.pause(2 * CUT_MILLIS);
      fleet.mend();
      fleet.pause(QUIET_MILLIS);
    }
  }

  private void restartPostgres() {
    postgres.kill();
    fleet.pause(AWAY_MILLIS);
    postgres.start();
  }

  private void upgrade() {
    upgradedFrom = System.currentTimeMillis();
    Path directory = fleet.settings().directory();
    fleet.useProgram(NextProgram.expanding(directory));
    replaceAll("which adds to the schema");
    fleet.useProgram(NextProgram.contracting(directory));
    replaceAll("which takes away from it");
  }

  private void replaceAll(String what) {
    fleet.tell("each instance is replaced by a newer program, " + what);
    for (InstanceProcess instance : fleet.instances()) {
      instance.leave();
      fleet.start(instance);
    }
  }

  /** One instance is never killed; what it takes up is looked at after each kill of another. */
  private void soak() {
    long next = System.currentTimeMillis();
    for (int i = 0; i < soak.kills(); i++) {
      kill(fleet.instances().get(1 + i % (Fleet.INSTANCES - 1)));
      next += soak.period().toMillis();
      fleet.pause(Math.max(0, next - System.currentTimeMillis()));
      fleet.tell(footprint.look(fleet.instances().get(0).pid()));
    }
  }

  List<RequestTally> tallies() {
    return tallies;
  }

  @Override
  public String report(Books books) throws SQLException {
    StringBuilder lines = new StringBuilder();
    tallies.forEach(tally -> lines.append(tally).append('\n'));
    if (!pace.parts().isEmpty()) {
      lines.append(pace).append('\n');
    }
    if (upgradedFrom > 0) {
      lines.append("since the upgrade began: ").append(books.ledger(upgradedFrom)).append('\n');
    }
    return lines.toString();
  }

  @Override
  public List<String> breaches(Books books) throws SQLException {
    List<String> found = new ArrayList<>();
    for (RequestTally tally : tallies) {
      tally.breaches().forEach(sent -> found.add(tally.scenario() + ": " + sent));
    }
    books.rows(SILENT).forEach(row -> found.add("silent for two periods: " + row));
    if (upgradedFrom > 0 && books.ledger(upgradedFrom).missedInAll() > 0) {
      found.add("runs were missed while instances were replaced");
    }
    found.addAll(footprint.breaches());
    found.addAll(pace.breaches());
    return found;
  }
}
