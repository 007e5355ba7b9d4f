package dev.belfry.monitoring.monitor;

import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.util.List;

/** References of a check to rows that the account does not have. */
final class MissingReferences {
  private MissingReferences() {}

  /** What is wrong with a group that the account does not have. */
  static Violation noGroup() {
    return new Violation("/groupId", "must be a check group of this account");
  }

  /** The failure of a write, as a 400 that names the member whose row is missing. */
  static <T> Future<T> named(Throwable failure) {
    String constraint = failure instanceof PgException refused ? refused.getConstraint() : null;
    if ("checks_service".equals(constraint)) {
      return Future.failedFuture(
          ApiException.invalid(
              List.of(
                  new Violation(
                      "/triggerIncident/serviceId",
                      "must be a status page service of this account"))));
    }
    return Future.failedFuture(
        "checks_group".equals(constraint) ? ApiException.invalid(List.of(noGroup())) : failure);
  }
}
