package dev.belfry.alerting.alert;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people do about an alert until its check recovers: acknowledge, snooze, assign, comment. An
 * action concerns the whole episode, whichever of its alerts it names.
 */
final class AlertActions {
  /** Bounds what one episode can store. */
  static final long MOST = 500;

  private final Database database;
  private final AlertStore states = new AlertStore();
  private final AlertActionStore store = new AlertActionStore();
  private final Ids ids;

  AlertActions(Database database, Ids ids) {
    this.database = database;
    this.ids = ids;
  }

  /** How a page shows an alert and what became of it. */
  record Shown(String checkName, boolean open, boolean acknowledged) {}

  /**
   * Takes an action. The future fails with 404 without the alert, with 409 when its episode has
   * ended, with 400 when a snooze does not end within its limits, or the account lacks the team.
   *
   * @param account null for any, when a token authorizes the caller
   * @param actor as in the audit log
   */
  Future<AlertActionRow> take(
      @Nullable UUID account, UUID alert, AlertAction action, String actor) {
    return database.transaction(
        connection ->
            open(connection, account, alert)
                .compose(
                    open ->
                        AssignedTeam.require(
                                connection, open.subject.accountId(), action.assignee())
                            .compose(
                                fine ->
                                    apply(
                                        connection, open, new Taken(action, actor, null, null)))));
  }

  /**
   * Takes an action that another service tells of. One that changes nothing, or that was told of
   * before, is none. The future fails as that of {@link #take}.
   *
   * @param channel of the service, which is not told of its own action
   */
  Future<Void> hear(UUID account, long channel, UUID alert, HookAction told) {
    return database.transaction(
        connection ->
            open(connection, account, alert)
                .compose(
                    open ->
                        told.action().isIdle(open.state.notification().attention())
                            ? Future.succeededFuture()
                            : store
                                .heard(connection, told.episode(), told.event())
                                .compose(
                                    before ->
                                        before
                                            ? Future.succeededFuture()
                                            : apply(
                                                    connection,
                                                    open,
                                                    new Taken(
                                                        told.action(),
                                                        told.actor(),
                                                        told.event(),
                                                        channel))
                                                .mapEmpty())));
  }

  private Future<AlertActionRow> apply(SqlConnection connection, Open open, Taken taken) {
    UUID check = open.subject.checkId();
    return states
        .facts(connection, List.of(check))
        .compose(contexts -> apply(connection, open, contexts.get(check), taken));
  }

  /** The actions of an alert's episode, oldest first; fails with 404 without the alert. */
  Future<List<AlertActionRow>> list(UUID account, UUID alert) {
    return database.transaction(
        connection ->
            found(connection, account, alert, false)
                .compose(subject -> store.list(connection, subject.episode())));
  }

  /** An alert for the page behind a link; empty without the alert. */
  Future<Optional<Shown>> show(UUID alert) {
    return database.transaction(
        connection ->
            store
                .find(connection, null, alert, false)
                .compose(
                    subject ->
                        subject.isEmpty()
                            ? Future.succeededFuture(Optional.<Shown>empty())
                            : store
                                .state(connection, subject.get().checkId(), false)
                                .map(locked -> Optional.of(shown(subject.get(), locked)))));
  }

  private static Shown shown(AlertActionStore.Subject subject, Optional<AlertStore.Locked> locked) {
    Optional<Attention> attention =
        locked
            .filter(one -> subject.episode().equals(one.state().episode()))
            .map(one -> one.state().notification().attention());
    return new Shown(
        subject.checkName(),
        attention.isPresent(),
        attention.filter(Attention::acknowledged).isPresent());
  }

  private record Open(AlertActionStore.Subject subject, AlertState state) {}

  /**
   * An action by somebody.
   *
   * @param event the message of another service that told of it, null for none
   * @param origin the channel of that service, null for none
   */
  private record Taken(
      AlertAction action, String actor, @Nullable String event, @Nullable Long origin) {}

  private Future<AlertActionStore.Subject> found(
      SqlConnection connection, @Nullable UUID account, UUID alert, boolean locks) {
    return store
        .find(connection, account, alert, locks)
        .map(subject -> subject.orElseThrow(ApiException::notFound));
  }

  private Future<Open> open(SqlConnection connection, @Nullable UUID account, UUID alert) {
    return found(connection, account, alert, true)
        .compose(
            subject ->
                store
                    .state(connection, subject.checkId(), true)
                    .map(
                        locked ->
                            locked
                                .map(AlertStore.Locked::state)
                                .filter(state -> subject.episode().equals(state.episode()))
                                .map(state -> new Open(subject, state))
                                .orElseThrow(
                                    () ->
                                        new ApiException(
                                            ApiError.CONFLICT,
                                            "The problem of this alert has ended"))));
  }

  private Future<AlertActionRow> apply(
      SqlConnection connection, Open open, @Nullable CheckContext check, Taken taken) {
    AlertAction action = taken.action();
    if (check == null) {
      return Future.failedFuture(ApiException.notFound());
    }
    Violation violation = action.tooLate(check.now());
    if (violation != null) {
      return Future.failedFuture(ApiException.invalid(List.of(violation)));
    }
    AlertState after = action.applied(open.state, check.policy(), check.now());
    return store
        .count(connection, open.subject.episode())
        .compose(
            count ->
                count < MOST
                    ? store.update(connection, open.subject.checkId(), after)
                    : Future.failedFuture(
                        new ApiException(
                            ApiError.CONFLICT,
                            "The problem has %d actions, which is the limit".formatted(MOST))))
        .compose(
            updated ->
                store.insert(
                    connection, ids.next(), open.subject, action, taken.actor(), taken.event()))
        .compose(row -> tell(connection, open, taken, check.now(), row.id()).map(row));
  }

  private static Future<Void> tell(
      SqlConnection connection, Open open, Taken taken, long now, UUID id) {
    AlertAction action = taken.action();
    return action.changes(open.state.notification().attention(), now)
        ? ActionMessages.queue(connection, List.of(id), action.type(), taken.origin())
        : Future.succeededFuture();
  }
}
