package dev.belfry.engine.run;

import org.jspecify.annotations.Nullable;

/** A row of the simulated shards. */
final class SimulatedShard {
  @Nullable Long owner;
  long fence;
  long watermark;
}
