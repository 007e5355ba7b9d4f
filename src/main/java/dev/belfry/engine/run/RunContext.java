package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardKey;
import java.util.function.Predicate;

/** What runs must know of the instance they run on. */
interface RunContext {
  /** Whether this instance owns the shard and probes from its location. */
  boolean probesFrom(ShardKey place);

  /** Whether some instance probes from a location. */
  Predicate<String> covered();

  /** Gives the run back when it is due. */
  void schedule(Run run);
}
