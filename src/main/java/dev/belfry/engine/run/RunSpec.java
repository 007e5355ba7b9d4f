package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.RetryStrategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run requests and expects, with the group's settings applied.
 *
 * @param retry null for no retries
 * @param locations where the monitor runs; empty unless a retry may go to another location
 * @param scope completes the request of an API check before each attempt; null for other types
 */
record RunSpec(
    ProbeRequest probe,
    CheckSettings.Expectation expectation,
    @Nullable RetryStrategy retry,
    List<String> locations,
    @Nullable ApiScope scope) {
  RunSpec {
    locations = List.copyOf(locations);
  }
}
