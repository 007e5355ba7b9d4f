package dev.belfry.monitoring.channel;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The persons that channels of type MEMBER may be for: the members of their account. */
final class ChannelMembers {
  /** What is wrong with another person. */
  static final Violation STRANGER =
      new Violation(
          "/config/" + ConfigMember.USER_ID.wire(), "must be the id of a member of this account");

  private static final String MEMBERS =
      "SELECT user_id FROM memberships WHERE account_id = $1 AND user_id = ANY ($2::uuid[])";

  private final Database database;

  ChannelMembers(Database database) {
    this.database = database;
  }

  /** Fails with a 400 when a channel of this kind is for a person who is no member. */
  Future<Void> require(UUID account, ChannelType type, ChannelConfig config) {
    return type == ChannelType.MEMBER
        ? database.query(MEMBERS, asked(account, Set.of(person(config)))).compose(this::some)
        : Future.succeededFuture();
  }

  /** The same within a transaction. */
  Future<Void> require(
      SqlConnection connection, UUID account, ChannelType type, ChannelConfig config) {
    return type == ChannelType.MEMBER
        ? connection
            .preparedQuery(MEMBERS)
            .execute(asked(account, Set.of(person(config))))
            .compose(this::some)
        : Future.succeededFuture();
  }

  private Future<Void> some(RowSet<Row> rows) {
    return rows.size() > 0
        ? Future.succeededFuture()
        : Future.failedFuture(ApiException.invalid(List.of(STRANGER)));
  }

  /** Those of some persons who are members. */
  static Future<Set<UUID>> of(SqlConnection connection, UUID account, Collection<UUID> persons) {
    return connection
        .preparedQuery(MEMBERS)
        .execute(asked(account, persons))
        .map(rows -> new HashSet<>(Rows.list(rows, row -> row.getUUID(0))));
  }

  private static Tuple asked(UUID account, Collection<UUID> persons) {
    return Tuple.of(account).addArrayOfUUID(persons.toArray(UUID[]::new));
  }

  /** The person of a valid configuration. */
  static UUID person(ChannelConfig config) {
    return UUID.fromString(config.value(ConfigMember.USER_ID));
  }
}
