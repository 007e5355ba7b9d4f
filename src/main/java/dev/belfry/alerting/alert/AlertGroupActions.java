package dev.belfry.alerting.alert;

import dev.belfry.alerting.alert.AlertGroupActionStore.Acted;
import dev.belfry.alerting.alert.AlertGroupActionStore.Counts;
import dev.belfry.alerting.alert.AlertGroupActionStore.Group;
import dev.belfry.alerting.alert.AlertGroupActionStore.OpenMember;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes an action about all open alerts of a group, some in each transaction. It is the same action
 * for each of them, in its own trail. A repeated call goes on where one ended early: an alert that
 * is acknowledged already is left as it is.
 */
final class AlertGroupActions {
  private static final int MEMBERS_AT_ONCE = 500;

  private final Database database;
  private final AlertStore states = new AlertStore();
  private final AlertGroupActionStore store = new AlertGroupActionStore();
  private final Ids ids;

  AlertGroupActions(Database database, Ids ids) {
    this.database = database;
    this.ids = ids;
  }

  /**
   * How far a call is.
   *
   * @param open alerts that were open
   * @param taken alerts that the action changed or was added to
   * @param last the last check that was looked at, null at the end
   */
  private record Progress(int open, int taken, @Nullable UUID last) {
    static final Progress NONE = new Progress(0, 0, null);

    Progress and(Progress next) {
      return new Progress(open + next.open, taken + next.taken, next.last);
    }
  }

  /**
   * Takes an action; the future has the number of alerts that took it. It fails with 404 without
   * the group, with 409 when none of its alerts is open, with 400 when a snooze does not end within
   * its limits, or the account lacks the team.
   *
   * @param account null for any, when a token authorizes the caller
   * @param actor as in the audit log
   */
  Future<Integer> take(@Nullable UUID account, UUID group, AlertAction action, String actor) {
    return database
        .transaction(connection -> find(connection, group, account, action))
        .compose(found -> goOn(found, action, actor, Progress.NONE))
        .map(
            all -> {
              if (all.open() == 0) {
                throw new ApiException(ApiError.CONFLICT, "No alert of this group is open");
              }
              return all.taken();
            });
  }

  private Future<Group> find(
      SqlConnection connection, UUID group, @Nullable UUID account, AlertAction action) {
    return store
        .find(connection, group, account)
        .map(found -> found.orElseThrow(ApiException::notFound))
        .compose(
            found ->
                AssignedTeam.require(connection, found.account(), action.assignee()).map(found));
  }

  /** Counts the open alerts of a group for the page behind a link; empty without the group. */
  Future<Optional<Counts>> show(UUID group) {
    return database.transaction(connection -> store.counts(connection, group));
  }

  private Future<Progress> goOn(Group group, AlertAction action, String actor, Progress before) {
    return database
        .transaction(connection -> some(connection, group, action, actor, before.last()))
        .compose(
            some -> {
              Progress after = before.and(some);
              return after.last() == null
                  ? Future.succeededFuture(after)
                  : goOn(group, action, actor, after);
            });
  }

  private Future<Progress> some(
      SqlConnection connection,
      Group group,
      AlertAction action,
      String actor,
      @Nullable UUID last) {
    return store
        .members(connection, group.id(), last, MEMBERS_AT_ONCE)
        .compose(
            checks -> {
              UUID next = checks.size() < MEMBERS_AT_ONCE ? null : checks.get(checks.size() - 1);
              return checks.isEmpty()
                  ? Future.succeededFuture(Progress.NONE)
                  : store
                      .lock(connection, group, checks, AlertActions.MOST)
                      .compose(open -> act(connection, group, open, action, actor))
                      .map(some -> new Progress(some.open(), some.taken(), next));
            });
  }

  private Future<Progress> act(
      SqlConnection connection,
      Group group,
      List<OpenMember> open,
      AlertAction action,
      String actor) {
    if (open.isEmpty()) {
      return Future.succeededFuture(Progress.NONE);
    }
    return states
        .facts(connection, open.stream().map(OpenMember::check).toList())
        .compose(
            contexts -> {
              List<Acted> all = acted(open, contexts, action);
              Progress progress = new Progress(open.size(), all.size(), null);
              return all.isEmpty()
                  ? Future.succeededFuture(progress)
                  : store
                      .write(connection, group, all, action, actor)
                      .compose(
                          done ->
                              ActionMessages.queue(
                                  connection, changing(all, contexts, action), action.type(), null))
                      .map(progress);
            });
  }

  /** The ids of the actions that change something. */
  private static List<UUID> changing(
      List<Acted> all, Map<UUID, CheckContext> contexts, AlertAction action) {
    return all.stream()
        .filter(
            one -> {
              CheckContext check = contexts.get(one.member().check());
              return check != null
                  && action.changes(one.member().state().notification().attention(), check.now());
            })
        .map(Acted::id)
        .toList();
  }

  private List<Acted> acted(
      List<OpenMember> open, Map<UUID, CheckContext> contexts, AlertAction action) {
    List<Acted> all = new ArrayList<>();
    for (OpenMember one : open) {
      CheckContext check = contexts.get(one.check());
      if (check == null || action.isIdle(one.state().notification().attention())) {
        continue;
      }
      Violation violation = action.tooLate(check.now());
      if (violation != null) {
        throw ApiException.invalid(List.of(violation));
      }
      all.add(new Acted(ids.next(), one, action.applied(one.state(), check.policy(), check.now())));
    }
    return all;
  }
}
