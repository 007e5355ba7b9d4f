package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.RetryStrategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run does, after the group had its say.
 *
 * @param retry null for no retries
 * @param locations where the monitor runs; only filled when a retry may go elsewhere
 */
record RunSpec(
    ProbeRequest probe,
    CheckSettings.Expectation expectation,
    @Nullable RetryStrategy retry,
    List<String> locations) {
  RunSpec {
    locations = List.copyOf(locations);
  }
}
