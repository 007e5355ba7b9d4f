package dev.belfry.engine.probe;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.guard.AddressPolicy;

/**
 * The settings of a prober.
 *
 * @param loops event loops, each with a thread; at least 1
 * @param policy which addresses may be dialled
 * @param maxInFlight probes under way at once, at least 1
 * @param maxPerHost probes of one host under way at once, at least 1
 * @param userAgent that every request sends: ASCII on one line
 */
public record ProberSettings(
    int loops, AddressPolicy policy, int maxInFlight, int maxPerHost, String userAgent) {
  /** The settings from a configuration. */
  public static ProberSettings of(Config.Probe config, int loops, String userAgent) {
    return new ProberSettings(
        loops,
        new AddressPolicy(config.allowPrivateTargets(), config.allowTargets()),
        config.maxInFlight(),
        config.maxPerHost(),
        userAgent);
  }
}
