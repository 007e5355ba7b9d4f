package dev.belfry.monitoring.channel;

import static dev.belfry.platform.db.BulkStatement.Column.LONG;
import static dev.belfry.platform.db.BulkStatement.Column.TEXT;
import static dev.belfry.platform.db.BulkStatement.Column.TIME;

import dev.belfry.platform.db.BulkStatement;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.db.SequenceIds;
import dev.belfry.platform.db.SqlResource;
import dev.belfry.platform.db.Versioned;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The channels' SQL. What is read for an answer leaves the database without its secrets. */
final class ChannelStore {
  /** How many subscriptions of each channel a list shows. */
  private static final int LISTED_SUBSCRIPTIONS = 100;

  private static final String SHOWN =
      """
      a.id, a.type,
      ((a.config - '{%1$s}'::text[]) || coalesce((SELECT jsonb_object_agg(m.key, '%2$s')
        FROM jsonb_each_text(a.config) AS m
        WHERE m.key = ANY ('{%1$s}') AND m.value <> ''), '{}'))::text,
      (CASE WHEN a.settings ? 'onCall' AND NOT EXISTS (SELECT FROM on_call_schedules o
          WHERE o.account_id = a.account_id AND o.id = (a.settings #>> '{onCall,scheduleId}')::bigint)
        THEN a.settings - 'onCall' ELSE a.settings END)::text,
      {subscriptions},
      a.created_at, a.updated_at,
      (SELECT max(answered_ms) FROM deliveries
       WHERE channel_id = a.id AND state = 'DELIVERED'),
      failed.at, failed.answer,
      (SELECT count(*) FROM deliveries WHERE channel_id = a.id AND state = 'PENDING'),
      (SELECT count(*) FROM deliveries WHERE channel_id = a.id AND state = 'DEAD')"""
          .formatted(String.join(",", ConfigMember.secretNames()), CredentialMask.MASK);

  /** The subscriptions of a channel {@code a} as JSON text. */
  private static final String SUBSCRIPTIONS =
      """
      coalesce((SELECT json_agg(%s ORDER BY s.id)::text
        FROM (SELECT * FROM alert_channel_subscriptions s
          WHERE s.account_id = a.account_id AND s.channel_id = a.id
          ORDER BY s.id LIMIT {most}) AS s), '[]')"""
          .formatted(SubscriberStore.AS_JSON);

  private static final String ALL_SUBSCRIPTIONS = SUBSCRIPTIONS.replace("{most}", "ALL");

  private static final String COLUMNS = SHOWN.replace("{subscriptions}", ALL_SUBSCRIPTIONS);

  /** After a statement that has put the subscriptions {@code put} where the request names some. */
  private static final String COLUMNS_PUT =
      SHOWN.replace(
          "{subscriptions}",
          """
          CASE WHEN a.subscriptions IS NULL THEN %s
            ELSE coalesce((SELECT json_agg(%s ORDER BY s.id)::text
              FROM put s WHERE s.channel_id = a.id), '[]') END"""
              .formatted(ALL_SUBSCRIPTIONS, SubscriberStore.AS_JSON));

  /** The newest of the failures that nothing has made good: of each state one look at an index. */
  private static final String FAILED =
      """
       LEFT JOIN LATERAL (
         SELECT f.answered_ms AS at, f.answer FROM (VALUES ('PENDING'), ('DEAD')) AS s (state)
         CROSS JOIN LATERAL (
           SELECT answered_ms, answer FROM deliveries
           WHERE channel_id = a.id AND state = s.state AND answered_ms IS NOT NULL
           ORDER BY answered_ms DESC NULLS LAST LIMIT 1) f
         ORDER BY f.answered_ms DESC LIMIT 1) failed ON true
      """;

  private static final String FROM = " FROM alert_channels a" + FAILED;

  private static final String READ =
      "SELECT " + COLUMNS + FROM + "WHERE a.account_id = $1 AND a.id = $2";

  /** Looks at subscriptions and messages of the page alone, not of what lies before it. */
  private static final String LIST =
      """
      SELECT %s FROM (SELECT c.id FROM alert_channels c WHERE c.account_id = $1
        ORDER BY c.id LIMIT $2 OFFSET $3) AS page JOIN alert_channels a ON a.id = page.id %s
      ORDER BY a.id"""
          .formatted(
              SHOWN.replace(
                  "{subscriptions}",
                  SUBSCRIPTIONS.replace("{most}", Integer.toString(LISTED_SUBSCRIPTIONS))),
              FAILED);

  private static final String COUNT = "SELECT count(*) FROM alert_channels WHERE account_id = $1";

  private static final String HAS_SCHEDULE =
      "SELECT FROM on_call_schedules WHERE account_id = $1 AND id = $2";

  private static final String LOCK =
      """
      SELECT type, config::text, settings::text FROM alert_channels
      WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE""";

  private static final String INSERT =
      """
      INSERT INTO alert_channels (id, account_id, type, config, settings, created_at)
      OVERRIDING SYSTEM VALUE VALUES ($2, $1, $3, $4::text::jsonb, $5::text::jsonb, $6)""";

  private static final String REPLACE =
      """
      UPDATE alert_channels SET type = $3, config = $4::text::jsonb, settings = $5::text::jsonb,
        updated_at = $6
      WHERE account_id = $1 AND id = $2""";

  private static final String CREATE = resource("insert-channels.sql");
  private static final String UPDATE = resource("update-channels.sql");

  private static final String LOOK_UP =
      """
      SELECT c.type, c.config::text, c.settings::text, c.xmin::text, asked.number
      FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS asked (account_id, id, number)
        JOIN alert_channels c ON c.id = asked.id AND c.account_id = asked.account_id""";

  private final Database database;
  private final SequenceIds ids;
  private final BulkStatement create;
  private final BulkStatement lookUp;
  private final BulkStatement update;

  ChannelStore(Database database) {
    this.database = database;
    this.ids = new SequenceIds(database, "alert_channels");
    this.create = database.bulkWrite(CREATE, LONG, TEXT, TEXT, TEXT, TIME, TEXT);
    this.lookUp = database.bulkRead(LOOK_UP, LONG);
    this.update = database.bulkWrite(UPDATE, LONG, TEXT, TEXT, TEXT, TEXT, TIME, TEXT);
  }

  private static String resource(String name) {
    return SqlResource.read(ChannelStore.class, name)
        .replace("{requested}", SqlResource.read(ChannelStore.class, "requested-subscriptions.sql"))
        .replace("{columns}", COLUMNS_PUT)
        .replace("{from}", "FROM a" + FAILED);
  }

  Future<Optional<ChannelRow>> read(UUID account, long id) {
    return database
        .query(READ, Tuple.of(account, id))
        .map(rows -> Rows.first(rows, ChannelRow::of));
  }

  Future<Optional<ChannelRow>> read(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, ChannelRow::of));
  }

  Future<Optional<StoredChannel>> lock(SqlConnection connection, UUID account, long id) {
    return connection
        .preparedQuery(LOCK)
        .execute(Tuple.of(account, id))
        .map(rows -> Rows.first(rows, ChannelStore::stored));
  }

  /** Whether the account has an on-call schedule. */
  Future<Boolean> hasSchedule(UUID account, long id) {
    return database.query(HAS_SCHEDULE, Tuple.of(account, id)).map(rows -> rows.size() > 0);
  }

  /** The id of a new channel, which its secrets are sealed for. */
  Future<Long> nextId(UUID account) {
    return ids.next(account);
  }

  /**
   * Creates a channel. Empty, and nothing created, when the account lacks one of the checks or
   * groups, or when something was in the way.
   *
   * @param subscriptions {@link SubscriptionCodec#text}, null for none
   */
  Future<Optional<ChannelRow>> create(
      UUID account,
      long id,
      StoredChannel channel,
      OffsetDateTime now,
      @Nullable String subscriptions) {
    return create
        .execute(
            account,
            id,
            channel.type().name(),
            channel.config(),
            channel.settings(),
            now,
            subscriptions)
        .map(found -> found.map(ChannelRow::of));
  }

  /** What is stored; empty when the account has no such channel. */
  Future<Optional<Versioned<StoredChannel>>> lookUp(UUID account, long id) {
    return lookUp
        .execute(account, id)
        .map(found -> found.map(row -> new Versioned<>(stored(row), row.getString(3))));
  }

  /**
   * Replaces a channel. Empty, and nothing changed, when it is not the same any more, when the
   * account lacks one of the checks or groups, when it has many subscriptions to replace, or when
   * something was in the way.
   *
   * @param subscriptions {@link SubscriptionCodec#text}, null to keep those that are there
   */
  Future<Optional<ChannelRow>> update(
      UUID account,
      long id,
      Versioned<StoredChannel> changed,
      OffsetDateTime now,
      @Nullable String subscriptions) {
    StoredChannel channel = changed.value();
    return update
        .execute(
            account,
            id,
            changed.version(),
            channel.type().name(),
            channel.config(),
            channel.settings(),
            now,
            subscriptions)
        .map(found -> found.map(ChannelRow::of));
  }

  Future<Void> insert(
      SqlConnection connection, UUID account, long id, StoredChannel channel, OffsetDateTime now) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(account, id, channel.type().name(), channel.config(), channel.settings(), now))
        .mapEmpty();
  }

  Future<Void> replace(
      SqlConnection connection, UUID account, long id, StoredChannel channel, OffsetDateTime now) {
    return connection
        .preparedQuery(REPLACE)
        .execute(
            Tuple.of(account, id, channel.type().name(), channel.config(), channel.settings(), now))
        .mapEmpty();
  }

  Future<List<ChannelRow>> list(SqlConnection connection, UUID account, long limit, long offset) {
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(account, limit, offset))
        .map(rows -> Rows.list(rows, ChannelRow::of));
  }

  Future<Long> count(SqlConnection connection, UUID account) {
    return connection.preparedQuery(COUNT).execute(Tuple.of(account)).map(Rows::number);
  }

  private static StoredChannel stored(Row row) {
    return new StoredChannel(
        ChannelType.valueOf(row.getString(0)), row.getString(1), row.getString(2));
  }
}
