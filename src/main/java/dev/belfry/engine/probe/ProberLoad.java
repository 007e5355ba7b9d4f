package dev.belfry.engine.probe;

/**
 * How busy a prober is.
 *
 * @param waiting probes without a place, because their host has enough in flight or all do
 * @param lagMicros how late the busiest of the prober's threads runs its tasks
 */
public record ProberLoad(int waiting, long lagMicros) {
  /** The load of a prober that does nothing. */
  public static final ProberLoad NONE = new ProberLoad(0, 0);
}
