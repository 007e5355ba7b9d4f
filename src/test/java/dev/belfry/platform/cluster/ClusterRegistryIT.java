package dev.belfry.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.platform.db.Database;
import dev.belfry.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who lives and who owns what, in a real database. */
class ClusterRegistryIT {
  private static final ShardKey FIRST = new ShardKey("cellar", 0);

  private final TestDatabase tables = TestDatabase.createMigrated();
  private final Connection connection = tables.jdbc();
  private final Vertx vertx = Vertx.vertx();
  private final Database database =
      new Database(
          vertx, tables.address(), TestApp.config(tables.address(), Map.of()).database(), 8);
  private final PgClusterRegistry store = new PgClusterRegistry(database, true);

  @BeforeEach
  void makeShards() throws SQLException {
    run("INSERT INTO shards SELECT 'cellar', n, NULL, 0, 1000 + n FROM generate_series(0, 31) n");
  }

  @AfterEach
  void close() throws SQLException {
    get(database.close());
    get(vertx.close());
    connection.close();
    tables.close();
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("no answer", e);
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private long join(String... locations) {
    return get(store.join("test", Set.of(locations)));
  }

  private ClusterState beat(long instance) {
    return get(store.beat(instance, false));
  }

  private List<ShardClaim> claim(long instance) {
    return get(store.claim(instance, beat(instance).shards()));
  }

  @Test
  void aBeatTellsWhoLivesAndWhoOwnsWhat() throws SQLException {
    long one = join("cellar", "attic");
    long two = join();
    assertThat(two).as("a later instance has a higher number").isGreaterThan(one);
    get(store.beat(two, true));
    ClusterState state = beat(one);
    assertThat(state.fenced()).isFalse();
    assertThat(Math.abs(state.now() - number("SELECT epoch_millis()"))).isLessThan(10_000);
    assertThat(state.instances())
        .containsExactlyInAnyOrder(
            new Instance(one, Set.of("cellar", "attic"), 1, false, true),
            new Instance(two, Set.of(), 1, true, true));
    assertThat(state.shards()).hasSize(32).contains(new ClusterState.Shard(FIRST, null, 0));
  }

  @Test
  void aBeatTellsWhichShardsPingWhileInstancesDiffer() throws SQLException {
    long one = join("cellar");
    run(
        """
        INSERT INTO accounts (id, name, alert_settings, created_at)
        VALUES ('018f0000-0000-7000-8000-000000000001', 'A', '{}', now())""");
    run(
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        SELECT '018f0000-0000-7000-8000-000000000002', id, 'ICMP', '{"activated": false}', now()
        FROM accounts""");
    assertThat(beat(one).pinging()).as("all may ping").isEmpty();
    get(new PgClusterRegistry(database, false).join("silent", Set.of()));
    int shard = (int) number("SELECT shard_of('018f0000-0000-7000-8000-000000000002')");
    assertThat(beat(one).pinging()).containsExactly(shard);
    assertThat(beat(one).instances()).extracting(Instance::mayPing).contains(true, false);
  }

  @Test
  void aBeatReadsWhatChangedAndKeepsTheRest() throws SQLException {
    long one = join("cellar");
    List<ClusterState.Shard> first = beat(one).shards();
    assertThat(beat(one).shards()).isSameAs(first);
    run("UPDATE shards SET watermark = 5 WHERE shard = 7");
    assertThat(beat(one).shards()).isSameAs(first);
    run("UPDATE shards SET owner = 99, fence = fence + 1 WHERE shard = 7");
    run("INSERT INTO shards VALUES ('attic', 0, NULL, 0, 7)");
    assertThat(beat(one).shards())
        .hasSize(33)
        .contains(
            new ClusterState.Shard(new ShardKey("cellar", 7), 99L, 1),
            new ClusterState.Shard(new ShardKey("attic", 0), null, 0));
  }

  @Test
  void aSlugStandsForTheOneAccountThatHasIt() throws SQLException {
    long one = join("cellar", "attic");
    run(
        """
        INSERT INTO accounts (id, name, alert_settings, created_at)
          SELECT ('00000000-0000-0000-0000-00000000000' || n)::uuid, 'Acme', '{}', now()
            FROM generate_series(1, 2) n;
        INSERT INTO private_locations (id, account_id, name, slug_name, created_at)
          SELECT gen_random_uuid(), id, 'Cellar', 'attic', now() FROM accounts;
        INSERT INTO private_locations (id, account_id, name, slug_name, created_at)
          SELECT gen_random_uuid(), min(id::text)::uuid, 'Cellar', 'cellar', now() FROM accounts""");
    String cellar = "00000000-0000-0000-0000-000000000001/cellar";
    assertThat(beat(one).instances().get(0).locations()).containsExactlyInAnyOrder(cellar, "attic");
    run(
        """
        INSERT INTO private_locations (id, account_id, name, slug_name, created_at)
          SELECT gen_random_uuid(), max(id::text)::uuid, 'Cellar', 'cellar', now() FROM accounts""");
    assertThat(beat(one).instances().get(0).locations())
        .as("what is decided stays")
        .containsExactlyInAnyOrder(cellar, "attic");
  }

  @Test
  void whoIsFencedHearsOfItAndIsNoLongerTold() {
    long one = join();
    long two = join();
    get(store.fence(two, 0));
    assertThat(beat(two).fenced()).isTrue();
    assertThat(beat(one).instances()).extracting(Instance::id).containsExactly(one);
    get(store.leave(one));
    assertThat(beat(one).fenced()).isTrue();
  }

  /** Housekeeping deletes the rows of those that are long gone. */
  @Test
  void whoHasNoRowAnyMoreIsFencedToo() throws SQLException {
    long asleep = join("cellar");
    claim(asleep);
    get(store.fence(asleep, 1));
    assertThat(claim(join("cellar"))).hasSize(32);
    run("DELETE FROM instances WHERE id = " + asleep);
    assertThat(beat(asleep).fenced()).isTrue();
    assertThat(claim(asleep)).isEmpty();
    get(store.release(asleep, List.of(FIRST)));
    assertThat(number("SELECT count(*) FROM shards WHERE owner IS NULL")).isZero();
    assertThat(join("cellar")).as("no number is given twice").isGreaterThan(asleep);
  }

  @Test
  void whoBeatsInTheMeantimeIsNotFenced() {
    long one = join();
    beat(one);
    get(store.fence(one, 0));
    assertThat(beat(one).fenced()).isFalse();
  }

  @Test
  void aClaimBringsTheWatermarksAndCountsTheFenceUp() {
    long one = join("cellar");
    List<ShardClaim> won = claim(one);
    assertThat(won).hasSize(32).contains(new ShardClaim(FIRST, 1_000, false, true));
    assertThat(beat(one).shards()).contains(new ClusterState.Shard(FIRST, one, 1));
  }

  @Test
  void whoDoesNotCoverTheLocationOnlyAccountsForIt() throws SQLException {
    run("INSERT INTO shards VALUES ('default', 5, NULL, 0, 7)");
    List<ShardClaim> won = claim(join("attic"));
    assertThat(won)
        .contains(
            new ShardClaim(FIRST, 1_000, false, false),
            new ShardClaim(new ShardKey(ShardKey.DEFAULT_LOCATION, 5), 7, false, true));
  }

  @Test
  void anotherLivingInstancesShardsAreNotToBeHad() {
    claim(join("cellar"));
    assertThat(claim(join("cellar"))).isEmpty();
  }

  @Test
  void shardsOfAFencedInstanceAreLost() {
    long one = join("cellar");
    claim(one);
    get(store.fence(one, 1));
    assertThat(claim(join("cellar"))).hasSize(32).allMatch(ShardClaim::lost);
  }

  @Test
  void shardsThatWereGivenUpAreNotLost() {
    long one = join("cellar");
    claim(one);
    get(store.release(one, List.of(FIRST)));
    assertThat(claim(join("cellar"))).containsExactly(new ShardClaim(FIRST, 1_000, false, true));
  }

  @Test
  void onlyTheOwnerCanGiveAShardUp() {
    long one = join("cellar");
    claim(one);
    get(store.release(join("cellar"), List.of(FIRST)));
    assertThat(beat(one).shards()).contains(new ClusterState.Shard(FIRST, one, 1));
  }

  @Test
  void aClaimOfWhatHasChangedSinceItWasSeenWinsNothing() {
    long one = join("cellar");
    List<ClusterState.Shard> seen = beat(one).shards();
    claim(one);
    get(store.release(one, seen.stream().map(ClusterState.Shard::key).toList()));
    assertThat(get(store.claim(join("cellar"), seen))).isEmpty();
  }

  @Test
  void aClaimWhoseAnswerWasLostCanBeMadeAgain() {
    long one = join("cellar");
    claim(one);
    assertThat(claim(one)).hasSize(32);
  }

  @Test
  void whoIsFencedWinsNothing() {
    long one = join("cellar");
    List<ClusterState.Shard> seen = beat(one).shards();
    get(store.fence(one, 1));
    assertThat(get(store.claim(one, seen))).isEmpty();
    assertThat(get(store.claim(999, seen))).as("never joined").isEmpty();
  }

  @Test
  void eachShardIsWonByExactlyOneOfManyClaimers() throws SQLException {
    for (int round = 0; round < 10; round++) {
      List<Long> claimers = IntStream.range(0, 6).mapToObj(i -> join("cellar")).toList();
      List<ClusterState.Shard> seen = new ArrayList<>(beat(claimers.get(0)).shards());
      List<Future<List<ShardClaim>>> claims = new ArrayList<>();
      for (long claimer : claimers) {
        java.util.Collections.shuffle(seen, new java.util.Random(claimer));
        claims.add(store.claim(claimer, List.copyOf(seen)));
      }
      List<ShardKey> won = new ArrayList<>();
      claims.forEach(claim -> get(claim).forEach(one -> won.add(one.key())));
      assertThat(won).hasSize(32).doesNotHaveDuplicates();
      run("UPDATE shards SET owner = NULL, fence = fence + 1");
    }
  }
}
