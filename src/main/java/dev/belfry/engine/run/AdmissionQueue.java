package dev.belfry.engine.run;

import dev.belfry.engine.probe.Prober;
import dev.belfry.engine.probe.ProberLoad;
import dev.belfry.engine.run.admission.AdmissionRate;
import dev.belfry.engine.run.admission.InFlightLimit;
import dev.belfry.engine.run.observer.Observer;
import dev.belfry.engine.run.schedule.CatchUpPlan;
import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.Timers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The runs that are due and wait for a place. It begins as many as the instance can have in flight,
 * and gives up those that have waited for longer than they can. Retries and runs asked for by hand
 * go first. Confined to one thread.
 */
final class AdmissionQueue {
  /** What a gap between two turns counts at most, so that no run is given up for a standstill. */
  private static final long LONGEST_TURN_MICROS = 200_000;

  private final Timers timers;
  private final Prober prober;
  private final Observer observer;
  private final OpenRuns open;
  private final RunExecutor runs;
  private final InFlightLimit limit;
  private final AdmissionRate rate = new AdmissionRate();
  private final Deque<Run> urgent = new ArrayDeque<>();
  private final Deque<Run> waiting = new ArrayDeque<>();

  /** Time in which the engine was running, microseconds; waits are counted by it. */
  private long active;

  private long turned;
  private long stepped;
  private int turns;
  private long lag;

  /**
   * @param most probes that may be in flight, whatever is learned
   */
  AdmissionQueue(
      Timers timers, Prober prober, Observer observer, OpenRuns open, RunExecutor runs, int most) {
    this.timers = timers;
    this.prober = prober;
    this.observer = observer;
    this.open = open;
    this.runs = runs;
    limit = new InFlightLimit(most);
    turned = micros();
  }

  /** Whether the run of a series that has just come due may wait for a place; else it is missed. */
  boolean admits(Series series) {
    return !runs.isBehind(series) && rate.admits(series.credit) && !open.isFull();
  }

  /**
   * Whether the run of a series may be made late; else it is missed. A start with many series would
   * otherwise open more runs than can be made before they are too late.
   *
   * @param lateMillis how long after its slot its turn would come
   */
  boolean admitsLate(Series series, long lateMillis) {
    return !CatchUpPlan.isTooLate(lateMillis, series.period) && !open.isFull();
  }

  /** Adds a run that is due. */
  void add(Run run) {
    run.queued = active;
    (run.attempts > 0 || run.stored ? urgent : waiting).add(run);
  }

  /**
   * Begins the runs for which there is a place, and gives up those that have waited for too long.
   *
   * @param overdue why a run is missed that is too late for another reason than its wait
   */
  void advance(Reason overdue) {
    long now = micros();
    active += Math.min(now - turned, LONGEST_TURN_MICROS);
    turned = now;
    turns++;
    ProberLoad load = prober.load();
    expire();
    begin(load, overdue);
    if (active - stepped >= TimeUnit.MILLISECONDS.toMicros(InFlightLimit.STEP_MILLIS)) {
      step(load);
    }
  }

  private void expire() {
    for (Run head = waiting.peek(); head != null; head = waiting.peek()) {
      if (!head.abandoned) {
        if (active - head.queued
            <= TimeUnit.MILLISECONDS.toMicros(AdmissionRate.patience(head.period))) {
          return;
        }
        rate.onExpired();
        runs.giveUp(head);
      }
      waiting.remove();
    }
  }

  private void begin(ProberLoad load, Reason overdue) {
    int room = limit.room(load.lagMicros(), open.probing() - load.waiting());
    while (room > 0) {
      boolean ordinary = urgent.isEmpty();
      Run run = ordinary ? waiting.poll() : urgent.poll();
      if (run == null) {
        return;
      }
      if (runs.begin(run, overdue)) {
        room--;
        if (ordinary) {
          rate.onBegun();
        }
      }
    }
  }

  private void step(ProberLoad load) {
    long own = (active - stepped) / turns - TimeUnit.MILLISECONDS.toMicros(TimerWheel.TICK_MILLIS);
    lag = Math.max(own, load.lagMicros());
    boolean wanted = !urgent.isEmpty() || !waiting.isEmpty();
    observer.onLag(TimeUnit.MICROSECONDS.toMillis(load.lagMicros()), InFlightLimit.STEP_MILLIS);
    limit.onStep(lag, open.probing() - load.waiting(), rate.begun(), wanted);
    Run head = waiting.peek();
    rate.onStep(
        head == null ? 0 : TimeUnit.MICROSECONDS.toMillis(active - head.queued), head == null);
    runs.onStep(wanted || rate.isLimited() || lag > InFlightLimit.LATE_MICROS);
    stepped = active;
    turns = 0;
  }

  /** Forgets all runs. */
  void clear() {
    urgent.clear();
    waiting.clear();
  }

  /** Runs that wait for a place, abandoned ones included. */
  int size() {
    return urgent.size() + waiting.size();
  }

  /** Probes that may be in flight, as learned. */
  int limit() {
    return limit.value();
  }

  /** The share of due runs that are admitted, more than 0 and at most 1. */
  double admitted() {
    return rate.admitted();
  }

  /** How late the instance's threads are, seconds. */
  double lagSeconds() {
    return lag / 1e6;
  }

  private long micros() {
    return timers.nanos() / 1_000;
  }
}
