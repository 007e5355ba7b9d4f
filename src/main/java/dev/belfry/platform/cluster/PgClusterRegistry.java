package dev.belfry.platform.cluster;

import dev.belfry.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Stores the cluster in the Postgres tables {@code instances} and {@code shards}. */
public final class PgClusterRegistry implements ClusterRegistry {
  private static final String JOIN =
      "INSERT INTO instances (name, locations) VALUES ($1, $2) RETURNING id";

  private static final String BEAT =
      """
      WITH me AS (
        UPDATE instances SET beat = beat + 1, seen_at = epoch_millis(), draining = $2
        WHERE id = $1 AND fenced_at IS NULL RETURNING id)
      SELECT epoch_millis(), (SELECT count(*) FROM me)""";

  private static final String INSTANCES =
      "SELECT id, locations, beat, draining FROM instances WHERE fenced_at IS NULL";

  private static final String SHARDS = "SELECT location, shard, owner, fence FROM shards";

  /**
   * Waits for the writes of the instance: its lock conflicts with that of a write or a claim, and
   * not with that of a beat.
   */
  private static final String FENCE =
      """
      WITH it AS MATERIALIZED (
        SELECT id FROM instances WHERE id = $1 AND beat = $2 AND fenced_at IS NULL FOR UPDATE)
      UPDATE instances i SET fenced_at = epoch_millis()
      FROM it WHERE i.id = it.id AND i.fenced_at IS NULL""";

  /**
   * Claims shards that have not changed and have no owner, a fenced owner, or the claimer as owner:
   * then the answer to an earlier claim was lost. The lock keeps the claimer from being fenced
   * until the claim is committed.
   */
  private static final String CLAIM =
      """
      WITH me AS MATERIALIZED (
        SELECT id, locations FROM instances WHERE id = $1 AND fenced_at IS NULL FOR KEY SHARE),
      free AS (
        SELECT s.location, s.shard, s.owner FROM shards s
        JOIN unnest($2::text[], $3::smallint[], $4::bigint[]) AS w (location, shard, fence)
          USING (location, shard, fence)
        WHERE s.owner IS NULL OR s.owner = $1
          OR EXISTS (SELECT FROM instances o WHERE o.id = s.owner AND o.fenced_at IS NOT NULL)
        ORDER BY s.location, s.shard FOR UPDATE OF s)
      UPDATE shards t SET owner = me.id, fence = t.fence + 1
      FROM me, free WHERE t.location = free.location AND t.shard = free.shard
      RETURNING t.location, t.shard, t.watermark, free.owner IS NOT NULL,
        t.location = 'default' OR t.location = ANY (me.locations)""";

  private static final String RELEASE =
      """
      UPDATE shards s SET owner = NULL, fence = fence + 1
      FROM unnest($2::text[], $3::smallint[]) AS w (location, shard)
      WHERE s.location = w.location AND s.shard = w.shard AND s.owner = $1""";

  private static final String LEAVE =
      """
      WITH it AS MATERIALIZED (
        SELECT id FROM instances WHERE id = $1 AND fenced_at IS NULL FOR UPDATE)
      UPDATE instances i SET fenced_at = epoch_millis()
      FROM it WHERE i.id = it.id AND i.fenced_at IS NULL""";

  private final Database database;

  /** Creates a store on this database. */
  public PgClusterRegistry(Database database) {
    this.database = database;
  }

  @Override
  public Future<Long> join(String name, Set<String> locations) {
    return database
        .query(JOIN, Tuple.of(name).addArrayOfString(locations.toArray(String[]::new)))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  @Override
  public Future<ClusterState> beat(long instance, boolean draining) {
    return database
        .query(BEAT, Tuple.of(instance, draining))
        .compose(
            beaten ->
                database
                    .query(INSTANCES, Tuple.tuple())
                    .compose(
                        instances ->
                            database
                                .query(SHARDS, Tuple.tuple())
                                .map(shards -> state(beaten, instances, shards))));
  }

  private static ClusterState state(RowSet<Row> beaten, RowSet<Row> instances, RowSet<Row> shards) {
    Row me = beaten.iterator().next();
    List<Instance> living = new ArrayList<>(instances.size());
    instances.forEach(
        row ->
            living.add(
                new Instance(
                    row.getLong(0),
                    Set.copyOf(Arrays.asList(row.getArrayOfStrings(1))),
                    row.getLong(2),
                    row.getBoolean(3))));
    List<ClusterState.Shard> all = new ArrayList<>(shards.size());
    shards.forEach(
        row ->
            all.add(
                new ClusterState.Shard(
                    new ShardKey(row.getString(0), row.getShort(1)),
                    row.getLong(2),
                    row.getLong(3))));
    return new ClusterState(me.getLong(0), me.getLong(1) == 0, living, all);
  }

  @Override
  public Future<Void> fence(long instance, long beat) {
    return database.query(FENCE, Tuple.of(instance, beat)).mapEmpty();
  }

  @Override
  public Future<List<ShardClaim>> claim(long instance, List<ClusterState.Shard> seen) {
    Tuple parameters =
        keys(instance, seen.stream().map(ClusterState.Shard::key).toList())
            .addArrayOfLong(seen.stream().map(ClusterState.Shard::fence).toArray(Long[]::new));
    return database
        .query(CLAIM, parameters)
        .map(
            rows -> {
              List<ShardClaim> won = new ArrayList<>(rows.size());
              rows.forEach(
                  row ->
                      won.add(
                          new ShardClaim(
                              new ShardKey(row.getString(0), row.getShort(1)),
                              row.getLong(2),
                              row.getBoolean(3),
                              row.getBoolean(4))));
              return won;
            });
  }

  @Override
  public Future<Void> release(long instance, List<ShardKey> shards) {
    return database.query(RELEASE, keys(instance, shards)).mapEmpty();
  }

  @Override
  public Future<Void> leave(long instance) {
    return database.query(LEAVE, Tuple.of(instance)).mapEmpty();
  }

  private static Tuple keys(long instance, List<ShardKey> shards) {
    return Tuple.of(instance)
        .addArrayOfString(shards.stream().map(ShardKey::location).toArray(String[]::new))
        .addArrayOfShort(shards.stream().map(key -> (short) key.shard()).toArray(Short[]::new));
  }
}
