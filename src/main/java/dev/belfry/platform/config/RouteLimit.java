package dev.belfry.platform.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * A request limit of one operation.
 *
 * @param limit requests admitted in a window, 1 to 10,000,000
 * @param window length of the window, 1 second to 1 day
 */
public record RouteLimit(int limit, Duration window) {
  public RouteLimit {
    requireNonNull(window);
    if (limit < 1 || window.toSeconds() < 1) {
      throw new IllegalArgumentException("a route limit needs a positive limit and window");
    }
  }
}
