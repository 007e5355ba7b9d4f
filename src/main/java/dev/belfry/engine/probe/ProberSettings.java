package dev.belfry.engine.probe;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.guard.AddressPolicy;

/**
 * How a prober is set up.
 *
 * @param loops threads of its own, at least 1
 * @param policy which addresses may be dialled
 * @param maxInFlight probes under way at once, at least 1
 * @param maxPerHost probes of one host under way at once, at least 1
 * @param userAgent names the service to those who are probed: ASCII on one line
 */
public record ProberSettings(
    int loops, AddressPolicy policy, int maxInFlight, int maxPerHost, String userAgent) {
  /** The settings that a configuration asks for. */
  public static ProberSettings of(Config.Probe config, int loops, String userAgent) {
    return new ProberSettings(
        loops,
        new AddressPolicy(config.allowPrivateTargets(), config.allowTargets()),
        config.maxInFlight(),
        config.maxPerHost(),
        userAgent);
  }
}
