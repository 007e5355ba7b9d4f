package dev.belfry.projects.deploy;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.pgclient.PgException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Failures of a deployment as API errors. */
final class DeploymentFailures {
  /** SQLSTATE of references, uniqueness and checks (PostgreSQL manual, appendix A). */
  private static final Set<String> CHANGED = Set.of("23503", "23505", "23514");

  private DeploymentFailures() {}

  /** The project is being deployed; its deployment may not be known yet. */
  static ApiException busy(Optional<UUID> running) {
    String message = "Another deployment of this project is running; retry when it has ended";
    return running
        .map(id -> ApiException.conflict(message, Map.of("deploymentId", id.toString())))
        .orElseGet(() -> new ApiException(ApiError.CONFLICT, message));
  }

  static ApiException noPlan() {
    return ApiException.invalid(
        ApiException.Source.QUERY,
        List.of(new Violation("/plan", "must be the id of a dry run of this project")));
  }

  static ApiException stale() {
    return new ApiException(
        ApiError.CONFLICT,
        "The plan is stale: resources it would change have changed. Create a new plan");
  }

  static ApiException restless() {
    return new ApiException(
        ApiError.CONFLICT, "Other clients changed the same resources during the deploy; retry");
  }

  /** What was refused although the plan allowed it has changed in between. */
  static Throwable translated(Throwable failure) {
    return failure instanceof PgException refused && CHANGED.contains(refused.getSqlState())
        ? new ApiException(
            ApiError.CONFLICT,
            "A resource that the project depends on changed during the deploy ("
                + refused.getConstraint()
                + "): deploy again")
        : failure;
  }
}
