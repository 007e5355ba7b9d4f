package dev.belfry.projects.deploy;

import dev.belfry.platform.db.CountedPage;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import java.util.Map;
import java.util.UUID;

/** Reads projects. */
final class Projects {
  private final Database database;
  private final ProjectStore store = new ProjectStore();
  private final DeploymentStore deployments;

  Projects(Database database) {
    this.database = database;
    this.deployments = new DeploymentStore(database);
  }

  /** A project and the ids of its resources. */
  record WithResources(ProjectRow project, Map<ResourceKey, String> resources) {}

  Future<WithResources> read(UUID account, String project) {
    return database.transaction(
        connection ->
            store
                .read(connection, account, project)
                .map(found -> found.orElseThrow(ApiException::notFound))
                .compose(
                    row ->
                        store
                            .resources(connection, account, project)
                            .map(resources -> new WithResources(row, resources))));
  }

  /** The projects of an account, oldest first. */
  Future<CountedPage<ProjectRow>> list(UUID account, long limit, long offset) {
    return database.transaction(
        connection ->
            CountedPage.read(
                store.count(connection, account),
                offset,
                () -> store.list(connection, account, limit, offset)));
  }

  /** The deployments of a project, newest first; of one that is destroyed too. */
  Future<CountedPage<Deployment>> deployments(
      UUID account, String project, long limit, long offset) {
    return database.transaction(
        connection ->
            CountedPage.read(
                deployments.count(connection, account, project).map(Projects::requireAny),
                offset,
                () -> deployments.list(connection, account, project, limit, offset)));
  }

  private static long requireAny(long deployments) {
    if (deployments == 0) {
      throw ApiException.notFound();
    }
    return deployments;
  }
}
