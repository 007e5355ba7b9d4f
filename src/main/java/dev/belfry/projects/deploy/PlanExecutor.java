package dev.belfry.projects.deploy;

import dev.belfry.api.resource.DeployableResource;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Carries out a plan in the transaction that made it. */
final class PlanExecutor {
  private static final ResourceType[] TYPES = ResourceType.values();

  private final DeployableResources kinds;
  private final ProjectStore store;

  PlanExecutor(DeployableResources kinds, ProjectStore store) {
    this.kinds = kinds;
    this.store = store;
  }

  /**
   * Writes what differs and nothing else.
   *
   * @param progress is told 0 to 100
   */
  Future<Void> write(
      SqlConnection connection, UUID account, Plan plan, OffsetDateTime now, IntConsumer progress) {
    List<Supplier<Future<Void>>> steps = new ArrayList<>();
    for (int i = TYPES.length - 1; i >= 0; i--) {
      if (!TYPES[i].isReferred()) {
        addDelete(steps, connection, account, plan, TYPES[i]);
      }
    }
    for (ResourceType type : TYPES) {
      DeployableResource kind = kinds.of(type);
      // Something new may take what something else gives up.
      List<DesiredResource> updates = plan.updates(type);
      if (!updates.isEmpty()) {
        steps.add(() -> kind.update(connection, account, updates, now));
      }
      List<DesiredResource> inserts = plan.inserts(type);
      if (!inserts.isEmpty()) {
        steps.add(() -> kind.insert(connection, account, inserts, now));
      }
    }
    for (int i = TYPES.length - 1; i >= 0; i--) {
      if (TYPES[i].isReferred()) {
        addDelete(steps, connection, account, plan, TYPES[i]);
      }
    }
    Future<Void> done = Future.succeededFuture();
    for (int i = 0; i < steps.size(); i++) {
      Supplier<Future<Void>> step = steps.get(i);
      int percent = 100 * (i + 1) / steps.size();
      done = done.compose(before -> step.get()).onSuccess(written -> progress.accept(percent));
    }
    return done;
  }

  private void addDelete(
      List<Supplier<Future<Void>>> steps,
      SqlConnection connection,
      UUID account,
      Plan plan,
      ResourceType type) {
    Set<String> ids = plan.desired().removed(type);
    if (!ids.isEmpty()) {
      steps.add(() -> kinds.of(type).delete(connection, account, ids));
    }
  }

  /** Writes down which resources the project has now. */
  Future<Void> remember(SqlConnection connection, UUID project, Plan plan) {
    List<ProjectStore.Remembered> made = new ArrayList<>();
    for (ResourceType type : TYPES) {
      for (DesiredResource item : plan.inserts(type)) {
        made.add(new ProjectStore.Remembered(new ResourceKey(type, item.logicalId()), item.id()));
      }
    }
    return store
        .forget(connection, project, plan.forgotten())
        .compose(forgotten -> store.remember(connection, project, made));
  }
}
