package dev.belfry.engine.objective;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.MaintenanceTask;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;

/** Deletes reports that are older than two months and than their messages. */
public final class ObjectiveReportRetention implements MaintenanceTask {
  private static final int MONTHS = 2;

  private static final String DELETE =
      """
      DELETE FROM objective_reports p WHERE p.month < $1
        AND NOT EXISTS (SELECT FROM deliveries d WHERE d.objective_report_id = p.id)""";

  @Override
  public Future<Void> round(Database database, long nowMillis) {
    LocalDate oldest = DueReports.at(nowMillis).reported().minusMonths(MONTHS).atDay(1);
    return database.query(DELETE, Tuple.of(oldest)).mapEmpty();
  }
}
