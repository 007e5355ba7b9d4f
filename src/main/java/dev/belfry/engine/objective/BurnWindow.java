package dev.belfry.engine.objective;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The windows of all pairs, each once, shortest first; their order is that of stored rates. */
enum BurnWindow {
  FIVE_MINUTES("5m", BurnPair.FAST, BurnRate::shortRate),
  HALF_AN_HOUR("30m", BurnPair.MEDIUM, BurnRate::shortRate),
  HOUR("1h", BurnPair.FAST, BurnRate::longRate),
  SIX_HOURS("6h", BurnPair.MEDIUM, BurnRate::longRate),
  THREE_DAYS("3d", BurnPair.SLOW, BurnRate::longRate);

  private final String label;
  private final BurnPair pair;

  // A method reference.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<BurnRate, @Nullable Double> rate;

  BurnWindow(String label, BurnPair pair, Function<BurnRate, @Nullable Double> rate) {
    this.label = label;
    this.pair = pair;
    this.rate = rate;
  }

  /** What metrics call it. */
  String label() {
    return label;
  }

  /** The rate of this window among those of all pairs, null when no run counts. */
  @Nullable Double rate(List<BurnRate> rates) {
    return rates.stream().filter(one -> one.pair() == pair).findFirst().map(rate).orElse(null);
  }
}
