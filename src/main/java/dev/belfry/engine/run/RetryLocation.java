package dev.belfry.engine.run;

import dev.belfry.monitoring.check.RetryStrategy;
import java.util.List;

/** Chooses the location of a retry (specification, "RetryStrategy", {@code sameRegion}). */
public final class RetryLocation {
  private RetryLocation() {}

  /**
   * The location of a retry. With {@code sameRegion} it is that of the first attempt. Otherwise the
   * other chosen locations take turns, beginning with the one after the first. A run without
   * another location stays at the first.
   *
   * @param first location of the first attempt
   * @param chosen those that can be retried from, in the order of the settings
   * @param retry 1 for the first retry
   */
  public static String of(RetryStrategy strategy, String first, List<String> chosen, int retry) {
    List<String> places = chosen.stream().distinct().toList();
    int own = places.indexOf(first);
    int others = own < 0 ? places.size() : places.size() - 1;
    if (strategy.sameRegion() || others == 0) {
      return first;
    }
    return places.get((own + 1 + (retry - 1) % others) % places.size());
  }
}
