package dev.belfry.engine.probe;

/**
 * How long each phase of a probe took, in microseconds, summed over all hops; 0 for a phase that
 * did not take place. The total also has the time between phases, unless a type of check measures
 * one phase.
 *
 * @param waitMicros for a free slot among the probes under way; not part of the total
 * @param firstByteMicros from the sent request to the first byte of the response
 */
public record Timings(
    long waitMicros,
    long dnsMicros,
    long tcpMicros,
    long tlsMicros,
    long firstByteMicros,
    long downloadMicros,
    long totalMicros) {
  /** The timings of a run that did not take place. */
  public static final Timings NONE = new Timings(0, 0, 0, 0, 0, 0, 0);
}
