package dev.belfry.projects.files;

import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import dev.belfry.projects.deploy.DeployOptions;
import dev.belfry.projects.deploy.Deployment;
import dev.belfry.projects.deploy.Deployments;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Deploys the resources that files describe, through the same deploys as the API. */
public final class FileDeployer {
  private static final Duration PAUSE = Duration.ofMillis(250);

  /** Finds what is wrong with files besides what they say themselves. */
  private static final DeployOptions REHEARSAL = new DeployOptions(true, false, false, null);

  private final Vertx vertx;
  private final Deployments deployments;
  private final int tries;

  /**
   * @param patience longest wait for another deploy of the same project
   */
  public FileDeployer(Vertx vertx, Deployments deployments, Duration patience) {
    this.vertx = vertx;
    this.deployments = deployments;
    this.tries = (int) (patience.toMillis() / PAUSE.toMillis());
  }

  /**
   * Deploys, or says what a deploy would do.
   *
   * @return fails with {@link InvalidFilesException} that name everything wrong when the service
   *     cannot have what the files say
   */
  public Future<Deployment> apply(UUID account, ParsedProject described, DeployOptions options) {
    if (!described.isSound()) {
      return deployments
          .deploy(account, described.manifest(), REHEARSAL)
          .transform(
              rehearsed -> Future.failedFuture(described.invalid(violations(rehearsed.cause()))));
    }
    return attempt(account, described, options, tries)
        .recover(
            failure -> {
              List<Violation> violations = violations(failure);
              return Future.failedFuture(
                  violations.isEmpty() ? failure : described.invalid(violations));
            });
  }

  private static List<Violation> violations(@Nullable Throwable failure) {
    return failure instanceof ApiException refused ? refused.violations() : List.of();
  }

  private Future<Deployment> attempt(
      UUID account, ParsedProject described, DeployOptions options, int left) {
    return deployments
        .deploy(account, described.manifest(), options)
        .recover(
            failure ->
                isBusy(failure) && left > 0
                    ? vertx
                        .timer(PAUSE.toMillis(), TimeUnit.MILLISECONDS)
                        .compose(due -> attempt(account, described, options, left - 1))
                    : Future.failedFuture(failure));
  }

  private static boolean isBusy(Throwable failure) {
    return failure instanceof ApiException refused && refused.error() == ApiError.CONFLICT;
  }
}
