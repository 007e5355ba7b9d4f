package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardKey;
import java.util.UUID;

/**
 * A row of {@code open_runs}: a run that waits for its next attempt.
 *
 * @param home the shard of its series
 * @param place the shard whose owner makes the next attempt; differs from home when a retry goes to
 *     another location
 * @param attempts made so far; 0 for a run that a client triggered
 * @param started when the first attempt began, milliseconds since 1970
 * @param due when the next attempt begins, milliseconds since 1970
 */
record OpenRunRow(
    int seriesId,
    UUID checkId,
    ShardKey home,
    ShardKey place,
    long at,
    int attempts,
    long started,
    long due,
    RunSpec spec) {}
