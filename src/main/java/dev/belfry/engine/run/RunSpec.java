package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.RetryStrategy;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a run requests and expects, with the group's settings applied.
 *
 * @param retry null for no retries
 * @param locations where the monitor runs; empty unless a retry may go to another location
 * @param scope completes the request of an API check before each attempt; null for other types
 * @param owner of the check, for its spans; null when no spans are exported
 */
record RunSpec(
    ProbeRequest probe,
    CheckSettings.Expectation expectation,
    @Nullable RetryStrategy retry,
    List<String> locations,
    @Nullable ApiScope scope,
    @Nullable Owner owner) {
  RunSpec {
    locations = List.copyOf(locations);
  }

  /** A specification without an owner. */
  RunSpec(
      ProbeRequest probe,
      CheckSettings.Expectation expectation,
      @Nullable RetryStrategy retry,
      List<String> locations,
      @Nullable ApiScope scope) {
    this(probe, expectation, retry, locations, scope, null);
  }

  /** The account and the name of a check. */
  record Owner(UUID account, String check) {}
}
