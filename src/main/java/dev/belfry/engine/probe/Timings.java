package dev.belfry.engine.probe;

/**
 * How long each phase of a probe took, in microseconds, summed over the hops of a redirect; 0 for a
 * phase that did not take place. The phases make up the total, but for the time in between.
 *
 * @param waitMicros for a free place among the probes under way; not part of the total
 * @param firstByteMicros from the request sent to the first byte of the answer
 */
public record Timings(
    long waitMicros,
    long dnsMicros,
    long tcpMicros,
    long tlsMicros,
    long firstByteMicros,
    long downloadMicros,
    long totalMicros) {
  public static final Timings NONE = new Timings(0, 0, 0, 0, 0, 0, 0);
}
