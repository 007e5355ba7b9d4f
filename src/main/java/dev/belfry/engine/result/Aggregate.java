package dev.belfry.engine.result;

import org.jspecify.annotations.Nullable;

/** Sums added up, and the figures that are read from them. */
public final class Aggregate {
  private static final double PERCENT = 100;
  private static final double DECIMALS = 10_000;

  private long good;
  private long bad;
  private long answered;
  private long responseMicros;
  private long fastest = Long.MAX_VALUE;
  private long slowest;
  private final Histogram histogram = new Histogram();

  public void add(RollUp sums) {
    good += sums.counts().passed() + sums.counts().degraded();
    bad += sums.counts().failed();
    answered += sums.answered();
    responseMicros += sums.responseMicros();
    Integer least = sums.fastestMicros();
    Integer most = sums.slowestMicros();
    fastest = least == null ? fastest : Math.min(fastest, least);
    slowest = most == null ? slowest : Math.max(slowest, most);
    histogram.add(sums.histogram());
  }

  /** Number of runs with a verdict. */
  long runs() {
    return good + bad;
  }

  /**
   * Per cent of the runs with a verdict that passed, degraded or not; null when there was none.
   * Rounded down to four decimals, so that 100 means all.
   */
  public @Nullable Double availability() {
    long all = runs();
    return all == 0 ? null : (Double) (Math.floor(good * PERCENT * DECIMALS / all) / DECIMALS);
  }

  /** Mean response time in milliseconds, null when nothing answered. */
  public @Nullable Double average() {
    return answered == 0 ? null : (Double) MillisFormat.rounded((double) responseMicros / answered);
  }

  /** Shortest response time in milliseconds, null when nothing answered. */
  public @Nullable Double fastest() {
    return answered == 0 ? null : (Double) MillisFormat.exact(fastest);
  }

  /** Longest response time in milliseconds, null when nothing answered. */
  public @Nullable Double slowest() {
    return answered == 0 ? null : (Double) MillisFormat.exact(slowest);
  }

  /** Sum of the response times in milliseconds, null when nothing answered. */
  public @Nullable Double sum() {
    return answered == 0 ? null : (Double) MillisFormat.exact(responseMicros);
  }

  /** A percentile of the response times in milliseconds, null when nothing answered. */
  public @Nullable Double percentile(double share) {
    if (answered == 0 || histogram.total() == 0) {
      return null;
    }
    double within =
        Math.min((double) slowest, Math.max((double) fastest, histogram.percentile(share)));
    return MillisFormat.rounded(within);
  }
}
