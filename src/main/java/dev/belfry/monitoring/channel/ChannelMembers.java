package dev.belfry.monitoring.channel;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Whom channels of type MEMBER may be for: the members and the teams of their account. */
final class ChannelMembers {
  private static final Violation STRANGER = NamedMembers.stranger(path(ConfigMember.USER_ID));

  private static final Violation NO_TEAM =
      new Violation(path(ConfigMember.TEAM_ID), "must be the id of a team of this account");

  /** The constraint that keeps a team as long as a channel names it. */
  private static final String CONSTRAINT = "alert_channels_team";

  private static final String KNOWN =
      """
      SELECT user_id FROM memberships WHERE account_id = $1 AND user_id = ANY ($2::uuid[])
      UNION ALL SELECT id FROM teams WHERE account_id = $1 AND id = ANY ($3::uuid[])""";

  private final Database database;

  ChannelMembers(Database database) {
    this.database = database;
  }

  /**
   * The person or the team of a channel.
   *
   * @param isTeam which of them
   */
  record Whom(UUID id, boolean isTeam) {
    /** Reads it from a valid configuration. */
    static Whom of(ChannelConfig config) {
      boolean isTeam = ChannelMembers.isTeam(config);
      ConfigMember member = isTeam ? ConfigMember.TEAM_ID : ConfigMember.USER_ID;
      return new Whom(UUID.fromString(config.value(member)), isTeam);
    }

    /** What is wrong with one that is not of the account. */
    Violation unknown() {
      return isTeam ? NO_TEAM : STRANGER;
    }
  }

  /** Whether a configuration names a team. */
  static boolean isTeam(ChannelConfig config) {
    return !config.value(ConfigMember.TEAM_ID).isBlank();
  }

  /** Fails with a 400 when a channel of this kind is for one who is not of the account. */
  Future<Void> require(UUID account, ChannelType type, ChannelConfig config) {
    if (type != ChannelType.MEMBER) {
      return Future.succeededFuture();
    }
    Whom whom = Whom.of(config);
    return database
        .query(KNOWN, asked(account, Set.of(whom)))
        .compose(rows -> requireFound(rows, whom));
  }

  /** The same within a transaction. */
  Future<Void> require(
      SqlConnection connection, UUID account, ChannelType type, ChannelConfig config) {
    if (type != ChannelType.MEMBER) {
      return Future.succeededFuture();
    }
    Whom whom = Whom.of(config);
    return connection
        .preparedQuery(KNOWN)
        .execute(asked(account, Set.of(whom)))
        .compose(rows -> requireFound(rows, whom));
  }

  private static Future<Void> requireFound(RowSet<Row> rows, Whom whom) {
    return rows.size() > 0
        ? Future.succeededFuture()
        : Future.failedFuture(ApiException.invalid(List.of(whom.unknown())));
  }

  /** The ids of those who are of the account. */
  static Future<Set<UUID>> known(SqlConnection connection, UUID account, Collection<Whom> all) {
    return connection
        .preparedQuery(KNOWN)
        .execute(asked(account, all))
        .map(rows -> new HashSet<>(Rows.list(rows, row -> row.getUUID(0))));
  }

  private static Tuple asked(UUID account, Collection<Whom> all) {
    return Tuple.of(account).addArrayOfUUID(ids(all, false)).addArrayOfUUID(ids(all, true));
  }

  private static UUID[] ids(Collection<Whom> all, boolean teams) {
    return all.stream().filter(one -> one.isTeam() == teams).map(Whom::id).toArray(UUID[]::new);
  }

  /** The failure of a write: a team that was deleted since it was looked for gives a 400. */
  static <T> Future<T> teamGone(Throwable failure) {
    return Future.failedFuture(
        failure instanceof PgException refused && CONSTRAINT.equals(refused.getConstraint())
            ? ApiException.invalid(List.of(NO_TEAM))
            : failure);
  }

  private static String path(ConfigMember member) {
    return "/config/" + member.wire();
  }
}
