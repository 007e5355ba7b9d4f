package dev.belfry.fleet;

import dev.belfry.chaos.Books;
import java.sql.SQLException;
import java.util.List;

/** What was done to a fleet, and what came of it beside what every {@link Audit} looks at. */
interface Exercise {
  /** Lines for people, each with its end. */
  String report(Books books) throws SQLException;

  /** What must not be. */
  List<String> breaches(Books books) throws SQLException;
}
