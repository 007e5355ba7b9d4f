package dev.belfry.statuspages.subscription;

import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** The services that a status page shows, of which subscribers choose. */
final class ShownServices {
  private static final String NOT_SHOWN =
      """
      SELECT s.number FROM unnest($2::uuid[]) WITH ORDINALITY AS s (id, number)
      WHERE s.id <> ALL (services_of_page($1)) ORDER BY 1""";

  private ShownServices() {}

  /** Requires that a page shows the services of a choice; fails with a 400 that names others. */
  static Future<Void> require(SqlConnection connection, UUID page, SubscriptionChoice choice) {
    List<UUID> services = choice.services();
    return services == null
        ? Future.succeededFuture()
        : connection
            .preparedQuery(NOT_SHOWN)
            .execute(Tuple.of(page).addArrayOfUUID(services.toArray(UUID[]::new)))
            .compose(
                rows ->
                    rows.size() == 0
                        ? Future.succeededFuture()
                        : Future.failedFuture(
                            ApiException.invalid(
                                Rows.list(rows, row -> row.getLong(0)).stream()
                                    .map(ShownServices::notShown)
                                    .toList())));
  }

  private static Violation notShown(long number) {
    return new Violation(
        ChoiceDraft.pointer((int) number - 1), "must be a service that the status page shows");
  }
}
