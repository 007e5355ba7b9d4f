package dev.belfry.engine.result;

import org.jspecify.annotations.Nullable;

/** Adds roll-ups up and computes figures from them. Mutable; confined to one thread. */
public final class Aggregate {
  private static final double PERCENT = 100;
  private static final double DECIMALS = 10_000;

  private long good;
  private long degraded;
  private long bad;
  private long missed;
  private long answered;
  private long responseMicros;
  private long fastest = Long.MAX_VALUE;
  private long slowest;
  private long pings;
  private long repliedPings;
  private final Histogram histogram = new Histogram();

  /** Adds a roll-up. */
  public void add(RollUp rollUp) {
    good += rollUp.counts().passed() + rollUp.counts().degraded();
    degraded += rollUp.counts().degraded();
    bad += rollUp.counts().failed();
    missed += rollUp.counts().missed();
    answered += rollUp.answered();
    responseMicros += rollUp.responseMicros();
    Integer least = rollUp.fastestMicros();
    Integer most = rollUp.slowestMicros();
    fastest = least == null ? fastest : Math.min(fastest, least);
    slowest = most == null ? slowest : Math.max(slowest, most);
    histogram.add(rollUp.histogram());
  }

  /**
   * Adds the pings of runs.
   *
   * @param replied those of them that were answered
   */
  public void addPings(long sent, long replied) {
    pings += sent;
    repliedPings += replied;
  }

  /** The percentage of pings that got no reply, with two decimals; null without pings. */
  public @Nullable Double packetLoss() {
    return pings == 0
        ? null
        : Math.round(PERCENT * PERCENT * (pings - repliedPings) / pings) / PERCENT;
  }

  /** The number of runs with a verdict on the target. */
  public long runs() {
    return good + bad;
  }

  /** The number of runs that were degraded. */
  public long degraded() {
    return degraded;
  }

  /** The number of runs that failed. */
  public long failed() {
    return bad;
  }

  /** The number of runs that did not take place. */
  public long missed() {
    return missed;
  }

  /**
   * The percentage of runs with a verdict that passed or were degraded; null without such runs. It
   * is rounded down to four decimals, so that 100 means all.
   */
  public @Nullable Double availability() {
    long all = runs();
    return all == 0 ? null : (Double) (Math.floor(good * PERCENT * DECIMALS / all) / DECIMALS);
  }

  /** The mean response time in milliseconds, null without a response. */
  public @Nullable Double average() {
    return answered == 0 ? null : (Double) MillisFormat.rounded((double) responseMicros / answered);
  }

  /** The shortest response time in milliseconds, null without a response. */
  public @Nullable Double fastest() {
    return answered == 0 ? null : (Double) MillisFormat.exact(fastest);
  }

  /** The longest response time in milliseconds, null without a response. */
  public @Nullable Double slowest() {
    return answered == 0 ? null : (Double) MillisFormat.exact(slowest);
  }

  /** The sum of the response times in milliseconds, null without a response. */
  public @Nullable Double sum() {
    return answered == 0 ? null : (Double) MillisFormat.exact(responseMicros);
  }

  /** A percentile of the response times in milliseconds, null without a response. */
  public @Nullable Double percentile(double share) {
    if (answered == 0 || histogram.total() == 0) {
      return null;
    }
    double within =
        Math.min((double) slowest, Math.max((double) fastest, histogram.percentile(share)));
    return MillisFormat.rounded(within);
  }
}
