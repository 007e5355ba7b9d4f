package dev.belfry.projects.deploy;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.api.http.WaitingRoom;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/** The API's operations on projects and their deployments. */
public final class ProjectOperations {
  /** Requests of one event loop that may wait for the end of a deployment. */
  private static final int MOST_WAITING = 500;

  private static final String PROJECT = "logicalId";
  private static final String DEPLOYMENT = "deploymentId";

  private final Projects projects;
  private final Deployments deployments;
  private final DeploymentEvents events;
  private final WaitingRoom room;
  private final BiFunction<ApiResponse, List<String>, Future<ApiResponse>> warned;

  /**
   * @param warned adds a warning to a response when no instance covers one of the locations
   * @param stopping whether the service is stopping, so that requests must not wait any more
   */
  public ProjectOperations(
      Vertx vertx,
      Database database,
      Deployments deployments,
      BiFunction<ApiResponse, List<String>, Future<ApiResponse>> warned,
      BooleanSupplier stopping,
      long mostOfAccount) {
    this.projects = new Projects(database);
    this.deployments = deployments;
    this.warned = warned;
    this.events = new DeploymentEvents(vertx, deployments, stopping);
    this.room =
        new WaitingRoom(vertx, deployments.store()::over, stopping, MOST_WAITING, mostOfAccount);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("deployProject", this::deployProject)
        .add("deployProjectAtOnce", this::deployProjectAtOnce)
        .add("listProjects", this::listProjects)
        .add("readProject", this::readProject)
        .add("destroyProject", this::destroyProject)
        .add("deleteProject", this::deleteProject)
        .add("listDeployments", this::listDeployments)
        .add("readDeployment", this::readDeployment)
        .add("awaitDeployment", this::awaitDeployment)
        .add("followDeployment", this::followDeployment)
        .add("cancelDeployment", this::cancelDeployment);
  }

  Future<ApiResponse> deployProject(ApiRequest request) {
    Manifest manifest = ManifestReader.read(request.body());
    DeployOptions options = options(request);
    return deployments
        .deploy(request.account(), manifest, options)
        .map(
            done ->
                options.dryRun()
                    ? ApiResponse.ok(ProjectView.result(done, manifest))
                    : ApiResponse.accepted(ProjectView.of(done)))
        .compose(answer -> warned.apply(answer, manifest.publicLocations()));
  }

  Future<ApiResponse> deployProjectAtOnce(ApiRequest request) {
    Manifest manifest = ManifestReader.read(request.body());
    return deployments
        .deploy(request.account(), manifest, options(request))
        .map(
            done -> {
              if (done.status() != DeploymentStatus.SUCCEEDED) {
                throw new ApiException(ApiError.CONFLICT, "The deployment was cancelled");
              }
              return ApiResponse.ok(ProjectView.result(done, manifest));
            })
        .compose(answer -> warned.apply(answer, manifest.publicLocations()));
  }

  private static DeployOptions options(ApiRequest request) {
    return new DeployOptions(
        request.flag("dryRun"),
        request.flag("preserveResources"),
        request.flag("scheduleOnDeploy"),
        request.optionalGuid("plan").orElse(null));
  }

  Future<ApiResponse> listProjects(ApiRequest request) {
    return projects
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page ->
                new PageList(page.rows().stream().map(ProjectView::of).toList(), page.total())
                    .answer(request));
  }

  Future<ApiResponse> readProject(ApiRequest request) {
    return projects
        .read(request.account(), request.text(PROJECT))
        .map(found -> ApiResponse.ok(ProjectView.of(found.project(), found.resources())));
  }

  /** A project that is not there is a success for the command line (wire contract 3.2). */
  Future<ApiResponse> destroyProject(ApiRequest request) {
    boolean dryRun = request.flag("dryRun");
    return deployments
        .destroy(
            request.account(), request.text(PROJECT), request.flag("preserveResources"), dryRun)
        .map(
            done ->
                dryRun
                    ? ApiResponse.ok(ProjectView.result(done, null))
                    : ApiResponse.accepted(ProjectView.of(done)))
        .recover(failure -> nothingToDestroy(request.text(PROJECT), failure));
  }

  private static Future<ApiResponse> nothingToDestroy(String project, Throwable failure) {
    return failure instanceof ApiException known && known.error() == ApiError.NOT_FOUND
        ? Future.succeededFuture(ApiResponse.ok(ProjectView.nothing(project)))
        : Future.failedFuture(failure);
  }

  Future<ApiResponse> deleteProject(ApiRequest request) {
    return deployments
        .destroy(request.account(), request.text(PROJECT), request.flag("preserveResources"), false)
        .map(done -> ApiResponse.noContent());
  }

  Future<ApiResponse> listDeployments(ApiRequest request) {
    return projects
        .deployments(
            request.account(),
            request.text(PROJECT),
            request.number("limit"),
            PageList.offset(request))
        .map(
            page ->
                new PageList(page.rows().stream().map(ProjectView::of).toList(), page.total())
                    .answer(request));
  }

  Future<ApiResponse> readDeployment(ApiRequest request) {
    return find(request).map(found -> ApiResponse.ok(ProjectView.of(found)));
  }

  Future<ApiResponse> awaitDeployment(ApiRequest request) {
    UUID id = request.guid(DEPLOYMENT);
    return find(request)
        .compose(
            found ->
                found.status().isOver()
                    ? Future.succeededFuture(found)
                    : room.await(request.account(), id, request.number("maxWaitSeconds") * 1_000)
                        .compose(
                            over ->
                                over
                                    ? find(request)
                                    : Future.failedFuture(new ApiException(ApiError.NOT_YET))))
        .map(found -> ApiResponse.ok(ProjectView.of(found)));
  }

  Future<ApiResponse> followDeployment(ApiRequest request) {
    return find(request).map(found -> ApiResponse.events(events.of(request.account(), found)));
  }

  Future<ApiResponse> cancelDeployment(ApiRequest request) {
    return deployments
        .cancel(request.account(), request.text(PROJECT), request.guid(DEPLOYMENT))
        .map(found -> ApiResponse.ok(ProjectView.of(found)));
  }

  private Future<Deployment> find(ApiRequest request) {
    return deployments.read(request.account(), request.text(PROJECT), request.guid(DEPLOYMENT));
  }
}
