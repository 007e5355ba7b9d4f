package dev.belfry.alerting.push;

import dev.belfry.monitoring.channel.EffectiveQuietHours;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.seal.SealContext;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.platform.seal.UnsealException;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of devices. Subscriptions are sealed for the person and the endpoint. */
final class PushDeviceStore {
  private static final String LIST =
      "SELECT %s FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, id"
          .formatted(DeviceRow.COLUMNS);

  /** Registrations of a person take turns, so that together they keep the bound. */
  private static final String HOLD = "SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE";

  private static final String PUT =
      """
      INSERT INTO push_subscriptions AS p (id, user_id, endpoint_hash, subscription, service,
        user_agent, created_at)
      VALUES ($2, $1, $3, $4, $5, $6, $7)
      ON CONFLICT (endpoint_hash) DO UPDATE SET user_id = excluded.user_id,
        subscription = excluded.subscription, service = excluded.service,
        user_agent = excluded.user_agent, failures = 0,
        created_at = CASE WHEN p.user_id = $1 THEN p.created_at ELSE excluded.created_at END,
        last_success_at = CASE WHEN p.user_id = $1 THEN p.last_success_at END
      RETURNING %s"""
          .formatted(DeviceRow.COLUMNS);

  private static final String REMOVE_OTHERS =
      """
      DELETE FROM push_subscriptions WHERE id IN (
        SELECT id FROM push_subscriptions WHERE user_id = $1 AND id <> $2
        ORDER BY coalesce(last_success_at, created_at) DESC, id OFFSET $3)""";

  private static final String REMOVE =
      "DELETE FROM push_subscriptions WHERE user_id = $1 AND id = $2";

  private static final String RECIPIENT =
      """
      SELECT EXISTS (SELECT FROM memberships WHERE account_id = $1 AND user_id = $2),
        p.id, p.endpoint_hash, p.subscription
      FROM (VALUES (1)) AS one (row) LEFT JOIN push_subscriptions p ON p.user_id = $2
      ORDER BY p.id""";

  /** Of a team without members there is one row without a person. */
  private static final String TEAM =
      """
      SELECT u.id, p.id, p.endpoint_hash, p.subscription, u.name, %s
      FROM teams t JOIN alert_channels h ON h.account_id = t.account_id AND h.id = $3
        LEFT JOIN (team_members m JOIN users u ON u.id = m.user_id) ON m.team_id = t.id
        LEFT JOIN push_subscriptions p ON p.user_id = u.id
      WHERE t.account_id = $1 AND t.id = $2
      ORDER BY u.id, p.id"""
          .formatted(EffectiveQuietHours.OF_TEAM_MEMBER);

  private static final String RENEW =
      "UPDATE push_subscriptions SET subscription = $3 WHERE id = $1 AND subscription = $2";

  private static final String MARK =
      """
      UPDATE push_subscriptions SET
        last_success_at = CASE WHEN id = ANY ($1::uuid[]) THEN $3 ELSE last_success_at END,
        failures = CASE WHEN id = ANY ($1::uuid[]) THEN 0 ELSE failures + 1 END
      WHERE id = ANY ($1::uuid[]) OR id = ANY ($2::uuid[])""";

  private static final String FORGET = "DELETE FROM push_subscriptions WHERE id = ANY ($1::uuid[])";

  private final Database database;
  private final Sealer sealer;

  /**
   * @param sealer seals the subscriptions
   */
  PushDeviceStore(Database database, Sealer sealer) {
    this.database = database;
    this.sealer = sealer;
  }

  Future<List<DeviceRow>> list(UUID person) {
    return database.query(LIST, Tuple.of(person)).map(rows -> Rows.list(rows, DeviceRow::of));
  }

  /**
   * Registers a device.
   *
   * @param service host of the push service
   * @param most how many devices a person may have
   */
  Future<DeviceRow> put(
      UUID person,
      UUID id,
      PushSubscription subscription,
      String service,
      String userAgent,
      OffsetDateTime now,
      int most) {
    String sealed = sealer.seal(context(person, subscription.hexHash()), subscription.stored());
    Tuple values =
        Tuple.of(person, id, Buffer.buffer(subscription.hash()), sealed, service, userAgent, now);
    return database.transaction(
        connection ->
            connection
                .preparedQuery(HOLD)
                .execute(Tuple.of(person))
                .compose(held -> connection.preparedQuery(PUT).execute(values))
                .map(rows -> Rows.first(rows, DeviceRow::of).orElseThrow())
                .compose(row -> removeOthers(connection, person, row, most - 1).map(row)));
  }

  private static Future<Void> removeOthers(
      SqlConnection connection, UUID person, DeviceRow kept, long others) {
    return connection
        .preparedQuery(REMOVE_OTHERS)
        .execute(Tuple.of(person, kept.id(), others))
        .mapEmpty();
  }

  /** Removes a device; false when the person has no such one. */
  Future<Boolean> remove(UUID person, UUID id) {
    return database.change(REMOVE, Tuple.of(person, id)).map(rows -> rows.rowCount() > 0);
  }

  /** The devices of a member of an account, empty for another person. */
  Future<Optional<List<PushDevice>>> recipient(UUID account, UUID person) {
    return database
        .query(RECIPIENT, Tuple.of(account, person))
        .compose(rows -> renewed(rows, row -> person).map(rows))
        .map(
            rows ->
                Rows.first(rows, row -> row.getBoolean(0))
                    .filter(isMember -> isMember)
                    .map(isMember -> devices(person, Rows.list(rows, row -> row))));
  }

  /** The members of a team with their devices; empty when the account has no such team. */
  Future<Optional<List<TeamPerson>>> team(UUID account, UUID team, long channel) {
    return database
        .query(TEAM, Tuple.of(account, team, channel))
        .compose(rows -> renewed(rows, row -> row.getUUID(0)).map(rows))
        .map(rows -> rows.size() == 0 ? Optional.empty() : Optional.of(persons(rows)));
  }

  private List<TeamPerson> persons(RowSet<Row> rows) {
    Map<UUID, List<Row>> byPerson = new LinkedHashMap<>();
    for (Row row : rows) {
      if (row.getUUID(0) != null) {
        byPerson.computeIfAbsent(row.getUUID(0), id -> new ArrayList<>()).add(row);
      }
    }
    List<TeamPerson> persons = new ArrayList<>();
    byPerson.forEach(
        (id, own) ->
            persons.add(
                new TeamPerson(
                    id, own.get(0).getString(4), own.get(0).getString(5), devices(id, own))));
    return persons;
  }

  private List<PushDevice> devices(UUID person, List<Row> rows) {
    List<PushDevice> devices = new ArrayList<>();
    for (Row row : rows) {
      PushDevice device = device(person, row);
      if (device != null) {
        devices.add(device);
      }
    }
    return devices;
  }

  /** Seals what is read with the key in force. */
  private Future<Void> renewed(RowSet<Row> rows, Function<Row, UUID> persons) {
    Future<Void> done = Future.succeededFuture();
    for (Row row : rows) {
      String stored = row.getString(3);
      String fresh =
          stored == null ? null : sealer.renew(context(persons.apply(row), hash(row)), stored);
      if (stored != null && !stored.equals(fresh)) {
        Tuple values = Tuple.of(row.getUUID(1), stored, fresh);
        done = done.compose(before -> database.change(RENEW, values).mapEmpty());
      }
    }
    return done;
  }

  private static String hash(Row row) {
    return HexFormat.of().formatHex(row.getBuffer(2).getBytes());
  }

  /** Null for what cannot be unsealed: its person registers the device again. */
  private @Nullable PushDevice device(UUID person, Row row) {
    UUID id = row.getUUID(1);
    if (id == null) {
      return null;
    }
    try {
      String stored = sealer.unseal(context(person, hash(row)), row.getString(3));
      return new PushDevice(id, PushSubscription.ofStored(stored));
    } catch (UnsealException lost) {
      return null;
    }
  }

  /** Counts what became of a message. */
  Future<Void> mark(Collection<UUID> took, Collection<UUID> failed, OffsetDateTime now) {
    return database
        .change(
            MARK,
            Tuple.tuple()
                .addArrayOfUUID(took.toArray(UUID[]::new))
                .addArrayOfUUID(failed.toArray(UUID[]::new))
                .addOffsetDateTime(now))
        .mapEmpty();
  }

  /** Removes devices that their push services no longer know. */
  Future<Void> forget(Collection<UUID> gone) {
    return database
        .change(FORGET, Tuple.tuple().addArrayOfUUID(gone.toArray(UUID[]::new)))
        .mapEmpty();
  }

  private static SealContext context(UUID person, String hash) {
    return new SealContext("push_subscriptions.subscription", person, hash);
  }
}
