package dev.belfry.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a scheduled monitor takes of the heap. {@code -Dbelfry.heap.monitors=100000} measures as
 * many as the figure in src/docs/performance.md is about.
 */
class SeriesHeapIT {
  private static final int MONITORS = Integer.getInteger("belfry.heap.monitors", 10_000);
  private static final long MOST_BYTES = 1_024;

  @Test
  void aScheduledMonitorTakesLessThanAKibibyte() throws SQLException {
    try (RunStoreFixture fixture = new RunStoreFixture()) {
      seed(fixture);
      RunFixture engine = new RunFixture();
      long now = RunFixture.EPOCH;
      long before = used();
      for (int shard = 0; shard < 32; shard++) {
        ShardClaim claim =
            new ShardClaim(
                new ShardKey(ScheduleTables.ACCOUNT + "/cellar", shard), now, false, true);
        OwnedShard ours = engine.claim(claim.key(), now);
        RunStoreFixture.get(fixture.store.load(List.of(claim), 0))
            .rows()
            .forEach(row -> engine.scheduler.adopt(row, ours, false));
      }
      long each = (used() - before) / MONITORS;
      assertThat(engine.shards.series()).isEqualTo(MONITORS);
      System.out.printf("Heap of each of %,d scheduled monitors: %d bytes%n", MONITORS, each);
      assertThat(each).isLessThan(MOST_BYTES);
    }
  }

  private static void seed(RunStoreFixture fixture) throws SQLException {
    fixture.tables.run(
        """
        INSERT INTO checks (id, account_id, check_type, settings, created_at)
        SELECT gen_random_uuid(), ?, 'URL', jsonb_build_object(
            'name', 'Monitor ' || n, 'frequency', 10, 'privateLocations', '["cellar"]'::jsonb,
            'degradedResponseTime', 3000, 'maxResponseTime', 5000,
            'retryStrategy', '{"type":"LINEAR","baseBackoffSeconds":60,"maxRetries":2}'::jsonb,
            'request', jsonb_build_object('url', 'https://host-' || n || '.example.org/health',
              'assertions', '[{"source":"STATUS_CODE","comparison":"EQUALS","target":"200"}]'
                ::jsonb)), now()
        FROM generate_series(1, ?) n\
        """,
        ScheduleTables.ACCOUNT,
        MONITORS);
    fixture.tables.run("DELETE FROM schedules WHERE until_ms IS NOT NULL");
    fixture.tables.run("UPDATE schedules SET from_ms = 0");
  }

  private static long used() {
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
