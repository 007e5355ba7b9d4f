package dev.belfry.fleet;

import dev.belfry.chaos.AlertBooks;
import dev.belfry.chaos.Books;
import dev.belfry.engine.run.LedgerReport;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the database and the receiver say of runs, alerts and effects when a drill is over. */
final class Audit {
  /** Names are used once, so what has one twice was created twice. */
  private static final String TWICE =
      """
      SELECT name, count(*) FROM services WHERE name LIKE 'load-%s'
      GROUP BY name HAVING count(*) > 1 LIMIT 20""";

  private static final String CREATED =
      "SELECT count(DISTINCT name) FROM services WHERE name ~ '^load-[0-9]*[59]$'";

  /** The names that writes have given, by the entries that they left. */
  private static final String NAMED =
      "SELECT DISTINCT after ->> 'name' FROM audit_entries WHERE after ->> 'name' LIKE 'load-%'";

  private final Fleet fleet;
  private final Exercise exercise;
  private final List<String> breaches = new ArrayList<>();
  private final StringBuilder summary = new StringBuilder();

  Audit(Fleet fleet, Exercise exercise) {
    this.fleet = fleet;
    this.exercise = exercise;
  }

  /** Heals the target, waits until everything is accounted for, and looks. */
  void run() throws SQLException {
    try (Books books = new Books(fleet.database())) {
      long healed = books.now();
      await(books, "everything is accounted for", Books.REACHED, healed);
      breaches.addAll(books.wrong());
      fleet.target().heal();
      fleet.tell("all targets are well");
      fleet.until("people know that", () -> number(books, AlertBooks.PENDING) == 0);
      fleet.load().end();
      summary.append(exercise.report(books));
      breaches.addAll(exercise.breaches(books));
      runs(books);
      alerts(books);
      effects(books);
    }
  }

  private void await(Books books, String what, String sql, long least) {
    fleet.until(what, () -> number(books, sql) > least);
  }

  private static long number(Books books, String sql) {
    try {
      return books.number(sql);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void runs(Books books) throws SQLException {
    LedgerReport ledger = books.ledger(0);
    summary.append(ledger).append('\n');
    if (ledger.difference() != 0) {
      breaches.add("ledger: " + ledger + " " + books.lost());
    }
    books.twice().forEach(row -> breaches.add("two results of one run: " + row));
    books.stuck().forEach(row -> breaches.add("stuck: " + row));
  }

  private void alerts(Books books) throws SQLException {
    AlertBooks alerts = new AlertBooks(books);
    breaches.addAll(alerts.breaches(fleet.receiver()));
    summary.append(
        "%d episodes, %d messages, %d of them came again under their id%n"
            .formatted(alerts.episodes(), alerts.messages(), fleet.receiver().repeated()));
  }

  private void effects(Books books) throws SQLException {
    long created = books.number(CREATED);
    long answered = fleet.load().answered(201);
    List<String> twice = books.rows(TWICE.formatted("%9"));
    List<String> twiceKeyed = books.rows(TWICE.formatted("%5"));
    summary.append(
        "%d creations answered, %d found; made twice without a key %d, with one %d%n"
            .formatted(answered, created, twice.size(), twiceKeyed.size()));
    if (created < answered) {
      breaches.add("of " + answered + " creations that were answered there are " + created);
    }
    Set<String> lost = fleet.load().acknowledged();
    long acknowledged = lost.size();
    lost.removeAll(new HashSet<>(books.rows(NAMED)));
    summary.append(
        "%d writes acknowledged, %d of them lost%n".formatted(acknowledged, lost.size()));
    lost.stream().limit(20).forEach(name -> breaches.add("acknowledged and lost: " + name));
    twice.forEach(row -> breaches.add("created twice: " + row));
    twiceKeyed.forEach(row -> breaches.add("created twice under one key: " + row));
  }

  /** What must not be. */
  List<String> breaches() {
    return breaches;
  }

  @Override
  public String toString() {
    return summary + (breaches.isEmpty() ? "all is well" : breaches.size() + " breaches");
  }
}
