package dev.belfry.run;

import dev.belfry.check.CheckSettings;
import dev.belfry.check.RetryStrategy;
import dev.belfry.probe.ProbeRequest;
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
