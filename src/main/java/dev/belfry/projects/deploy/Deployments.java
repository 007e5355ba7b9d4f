package dev.belfry.projects.deploy;

import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.RequestScope;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Deploys projects. A deploy changes every resource or none. Over all instances, one deploy of a
 * project runs at a time.
 */
public final class Deployments {
  private final BusyProject busy;
  private static final String DEPLOY = "DEPLOY";
  private static final String DESTROY = "DESTROY";

  /** How much of a deploy's progress is planning. */
  private static final int PLANNED = 40;

  /** How often something may change while it is planned. */
  private static final int MOST_PLANS = 3;

  private final Database work;
  private final ProjectStore projects;
  private final DeploymentStore store;
  private final DeploymentStore detached;
  private final Planner planner;
  private final PlanExecutor writer;
  private final DeployListener listener;
  private final Ids ids;
  private final InstantSource clock;

  /** One deploy that is to be carried out. */
  private record Order(
      UUID account, UUID id, Manifest manifest, DeployOptions options, String kind) {}

  /**
   * What deploys work on.
   *
   * @param work for the transactions of deploys; its timeout bounds a deploy
   * @param rows for everything short; other connections than those of {@code work}. Others see at
   *     once that a deployment runs, whatever transaction it is a part of
   */
  public record Databases(Database work, Database rows) {}

  public Deployments(
      Vertx vertx,
      Databases databases,
      DeployableResources kinds,
      RequestSchemas bodies,
      DeployListener listener,
      Ids ids,
      InstantSource clock) {
    this.work = databases.work();
    this.projects = new ProjectStore();
    this.store = new DeploymentStore(databases.rows());
    this.busy = new BusyProject(vertx, store);
    this.detached = new DeploymentStore(databases.rows().detached());
    this.planner = new Planner(vertx, kinds, bodies, projects);
    this.writer = new PlanExecutor(kinds, projects);
    this.listener = listener;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Makes the service have what a manifest describes, or says what that would change.
   *
   * @return what became of it; fails with a 400 that names everything wrong, with a 409 while the
   *     project is being deployed or when the plan asked for does not hold any more
   */
  public Future<Deployment> deploy(UUID account, Manifest manifest, DeployOptions options) {
    ManifestErrors faults = new ManifestErrors(manifest);
    ManifestRules.ofWhole(manifest).forEach(faults::add);
    if (!faults.isEmpty()) {
      return Future.failedFuture(faults.refusal());
    }
    return options.dryRun()
        ? rehearse(account, manifest, options.preserveResources(), DEPLOY)
        : perform(account, manifest, options, DEPLOY);
  }

  /**
   * Deletes a project and its resources, or says what that would delete.
   *
   * @return fails with a 404 without the project
   */
  Future<Deployment> destroy(UUID account, String project, boolean preserve, boolean dryRun) {
    Manifest nothing = new Manifest(project, project, null, List.of());
    return dryRun
        ? rehearse(account, nothing, preserve, DESTROY)
        : perform(account, nothing, new DeployOptions(false, preserve, false, null), DESTROY);
  }

  private Future<Deployment> rehearse(
      UUID account, Manifest manifest, boolean preserve, String kind) {
    UUID id = ids.next();
    return work.transaction(
            connection ->
                store
                    .bePatient(connection)
                    .compose(set -> requireProject(connection, account, manifest.logicalId(), kind))
                    .compose(there -> planner.plan(connection, account, manifest, preserve)))
        .compose(
            plan ->
                store.insertDry(account, id, manifest.logicalId(), kind, DiffView.of(plan), now()))
        .compose(kept -> read(account, manifest.logicalId(), id));
  }

  private Future<Deployment> perform(
      UUID account, Manifest manifest, DeployOptions options, String kind) {
    Order order = new Order(account, ids.next(), manifest, options, kind);
    UUID id = order.id();
    String project = manifest.logicalId();
    RequestScope.afterRollback(() -> failed(order, new ApiException(ApiError.UNAVAILABLE)));
    return work.transaction(
            connection ->
                store
                    .tryLock(connection, account, project)
                    .compose(
                        free -> free ? Future.succeededFuture() : busy.refuse(account, project))
                    .compose(alone -> requireProject(connection, account, project, kind))
                    .compose(there -> notes(order).begin(account, id, project, kind, now()))
                    .compose(begun -> carryOut(connection, order)))
        .recover(failure -> failed(order, failure))
        .compose(
            plan ->
                read(account, project, id)
                    .onSuccess(
                        deployment -> {
                          if (options.runChecks() && plan != null) {
                            RequestScope.afterCommit(() -> tell(account, plan));
                          }
                        }));
  }

  private Future<Plan> carryOut(SqlConnection connection, Order order) {
    return held(connection, order, MOST_PLANS)
        .onSuccess(planned -> notes(order).progress(order.id(), PLANNED))
        .compose(
            plan -> {
              DiffView diff = DiffView.of(plan);
              return requireFresh(order, diff)
                  .compose(fresh -> written(connection, order, plan))
                  .compose(written -> store.succeed(connection, order.id(), diff, now()))
                  .compose(
                      ended ->
                          ended
                              ? Future.succeededFuture(plan)
                              : Future.failedFuture(new Cancelled()));
            });
  }

  /**
   * Where it is noted how an order is doing: detached, so that others can follow and cancel it. A
   * deletion may be a part of a transaction that sees nothing of what is written detached.
   */
  private DeploymentStore notes(Order order) {
    return order.kind().equals(DESTROY) ? store : detached;
  }

  /** A plan that stays true: what changes while it is made is planned once more. */
  private Future<Plan> held(SqlConnection connection, Order order, int tries) {
    return planner
        .plan(connection, order.account(), order.manifest(), order.options().preserveResources())
        .compose(
            plan ->
                planner
                    .hold(connection, order.account(), plan)
                    .compose(
                        still ->
                            still
                                ? Future.succeededFuture(plan)
                                : tries > 1
                                    ? held(connection, order, tries - 1)
                                    : Future.failedFuture(DeploymentFailures.restless())));
  }

  private Future<Void> written(SqlConnection connection, Order order, Plan plan) {
    OffsetDateTime now = now();
    UUID account = order.account();
    return writer
        .write(
            connection,
            account,
            plan,
            now,
            percent -> notes(order).progress(order.id(), PLANNED + percent * (99 - PLANNED) / 100))
        .compose(
            written ->
                order.kind().equals(DESTROY)
                    ? projects.delete(connection, account, order.manifest().logicalId())
                    : projects
                        .put(connection, account, ids.next(), order.manifest(), now)
                        .compose(project -> writer.remember(connection, project, plan)));
  }

  private Future<Void> requireProject(
      SqlConnection connection, UUID account, String project, String kind) {
    return kind.equals(DEPLOY)
        ? Future.succeededFuture()
        : projects
            .read(connection, account, project)
            .map(found -> found.orElseThrow(ApiException::notFound))
            .mapEmpty();
  }

  private Future<Void> requireFresh(Order order, DiffView diff) {
    UUID token = order.options().plan();
    if (token == null) {
      return Future.succeededFuture();
    }
    return store
        .read(order.account(), order.manifest().logicalId(), token)
        .map(
            found -> {
              Deployment plan =
                  found.filter(Deployment::dryRun).orElseThrow(DeploymentFailures::noPlan);
              if (!Objects.equals(plan.digest(), diff.digest())) {
                throw DeploymentFailures.stale();
              }
              return null;
            });
  }

  /** Ends a deployment whose transaction was rolled back; null when a client cancelled it. */
  private Future<Plan> failed(Order order, Throwable failure) {
    if (failure instanceof Cancelled) {
      return Future.succeededFuture(null);
    }
    Throwable told = DeploymentFailures.translated(failure);
    String code = told instanceof ApiException known ? known.error().name() : "INTERNAL";
    String message =
        told instanceof ApiException known ? known.getMessage() : ApiError.INTERNAL.message();
    return notes(order)
        .fail(order.id(), code, message, now())
        .transform(noted -> Future.failedFuture(told));
  }

  private void tell(UUID account, Plan plan) {
    List<UUID> checks = new ArrayList<>();
    for (DesiredResource item : plan.written().getOrDefault(ResourceType.CHECK, List.of())) {
      checks.add(UUID.fromString(item.id()));
    }
    if (!checks.isEmpty()) {
      listener.deployed(account, checks);
    }
  }

  /** One deployment; fails with a 404 without it. */
  Future<Deployment> read(UUID account, String project, UUID id) {
    return store.read(account, project, id).map(found -> found.orElseThrow(ApiException::notFound));
  }

  /** Keeps a deployment that runs from having any effect; one that is over is left as it is. */
  Future<Deployment> cancel(UUID account, String project, UUID id) {
    return store
        .cancel(account, project, id, now())
        .compose(cancelled -> read(account, project, id));
  }

  DeploymentStore store() {
    return store;
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static final class Cancelled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Cancelled() {
      super("cancelled", null, false, false);
    }
  }
}
