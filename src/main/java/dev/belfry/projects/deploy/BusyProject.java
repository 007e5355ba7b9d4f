package dev.belfry.projects.deploy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.UUID;

/** Refuses a deploy of a project that another deploys at the moment. */
final class BusyProject {
  private static final int MOST_LOOKS = 8;
  private static final long PAUSE_MILLIS = 25;

  private final Vertx vertx;
  private final DeploymentStore store;

  BusyProject(Vertx vertx, DeploymentStore store) {
    this.vertx = vertx;
    this.store = store;
  }

  /** Fails with a 409, which names the deployment that runs unless it is slow to appear. */
  Future<Void> refuse(UUID account, String project) {
    return refuse(account, project, MOST_LOOKS);
  }

  /** Who has the lock of a project makes its deployment known a moment later. */
  private Future<Void> refuse(UUID account, String project, int looks) {
    return store
        .running(account, project)
        .compose(
            running ->
                running.isPresent() || looks <= 1
                    ? Future.failedFuture(DeploymentFailures.busy(running))
                    : vertx
                        .timer(PAUSE_MILLIS)
                        .compose(due -> refuse(account, project, looks - 1)));
  }
}
