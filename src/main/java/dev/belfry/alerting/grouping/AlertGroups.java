package dev.belfry.alerting.grouping;

import dev.belfry.alerting.grouping.AlertGroupStore.Channel;
import dev.belfry.alerting.grouping.AlertGroupStore.DueGroup;
import dev.belfry.alerting.grouping.AlertGroupStore.Entry;
import dev.belfry.alerting.grouping.AlertGroupStore.Look;
import dev.belfry.alerting.grouping.AlertGroupStore.NotedAlert;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Puts noted alerts into groups and queues the messages of groups that are due. Every instance may
 * call it; a transaction works on channels that no other one works on.
 */
public final class AlertGroups {
  private static final int CHANNELS_AT_ONCE = 20;
  private static final int ALERTS_OF_A_CHANNEL = 1_000;
  private static final int GROUPS_AT_ONCE = 50;

  /** Also drops what was noted for channels that are gone. */
  private static final String PRUNE =
      """
      WITH noted AS (
        DELETE FROM grouped_alerts e
        WHERE NOT EXISTS (SELECT FROM alert_channels h WHERE h.id = e.channel_id))
      DELETE FROM alert_groups WHERE id = ANY (ARRAY(
        SELECT g.id FROM alert_groups g
        WHERE g.closed_ms < (SELECT epoch_millis()) - $1::bigint LIMIT $2))""";

  private static final int PRUNED_AT_ONCE = 500;

  private final AlertGroupStore store = new AlertGroupStore();
  private final Ids ids;

  /** Creates it; {@code ids} makes the ids of groups and messages. */
  public AlertGroups(Ids ids) {
    this.ids = ids;
  }

  /**
   * Does some of the work that is there; the future has whether more may be left. It fails when the
   * database does.
   */
  public Future<Boolean> step(SqlConnection connection) {
    return store
        .lock(connection, CHANNELS_AT_ONCE)
        .compose(
            locked -> {
              if (locked.isEmpty()) {
                return Future.succeededFuture(false);
              }
              Map<Long, Channel> channels =
                  locked.stream().collect(Collectors.toMap(Channel::id, Function.identity()));
              return collect(connection, channels).compose(done -> look(connection, channels));
            });
  }

  /** Deletes old groups that are closed; the future has whether more may be left. */
  public Future<Boolean> prune(Database database, Duration age) {
    return database
        .query(PRUNE, Tuple.of(age.toMillis(), PRUNED_AT_ONCE))
        .map(rows -> rows.rowCount() == PRUNED_AT_ONCE);
  }

  private Future<Void> collect(SqlConnection connection, Map<Long, Channel> channels) {
    return store
        .noted(connection, channels.keySet(), ALERTS_OF_A_CHANNEL)
        .compose(
            entries ->
                entries.isEmpty()
                    ? Future.succeededFuture()
                    : collect(connection, channels, entries));
  }

  private Future<Void> collect(
      SqlConnection connection, Map<Long, Channel> channels, List<Entry> entries) {
    List<UUID> checks =
        entries.stream()
            .map(Entry::alert)
            .filter(Objects::nonNull)
            .map(NotedAlert::check)
            .distinct()
            .toList();
    return store
        .open(connection, channels.keySet())
        .compose(
            open ->
                store
                    .known(connection, channels.keySet(), checks)
                    .map(known -> new NewMembers(open, known, ids::next)))
        .compose(
            found -> {
              entries.forEach(
                  entry -> found.add(Objects.requireNonNull(channels.get(entry.channel())), entry));
              return store.add(connection, found);
            });
  }

  private Future<Boolean> look(SqlConnection connection, Map<Long, Channel> channels) {
    return store
        .due(connection, channels.keySet(), GROUPS_AT_ONCE)
        .compose(
            due -> {
              List<Look> looks = due.stream().map(group -> look(group, channels)).toList();
              return looks.isEmpty()
                  ? Future.succeededFuture(true)
                  : store.write(connection, looks, look -> ids.next()).map(true);
            });
  }

  private static Look look(DueGroup group, Map<Long, Channel> channels) {
    Channel channel = Objects.requireNonNull(channels.get(group.channel()));
    return new Look(
        group,
        GroupEngine.onLook(
            group.state(), group.members(), channel.settings(), group.underway(), group.now()));
  }
}
