package dev.belfry.engine.run;

import dev.belfry.platform.cluster.ShardKey;

/** An open run whose settings are not mapped yet; see {@link OpenRunRow}. */
record StoredRun(
    int seriesId,
    ShardKey home,
    ShardKey place,
    long at,
    int attempts,
    long started,
    long due,
    StoredSpec spec) {
  /** The run with its specification. */
  OpenRunRow with(RunSpecMapper specs) {
    return new OpenRunRow(
        seriesId, spec.check(), home, place, at, attempts, started, due, specs.read(spec));
  }
}
