package dev.belfry.engine.run;

import dev.belfry.engine.run.observer.Observer;
import dev.belfry.engine.run.schedule.ResumeGuard;
import dev.belfry.engine.run.schedule.TimerWheel;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.cluster.Cluster;
import dev.belfry.platform.cluster.EngineClock;
import dev.belfry.platform.cluster.Timers;

/**
 * Begins what is due, every {@value TimerWheel#TICK_MILLIS} ms, unless results pile up or the
 * process has just stood still. Confined to one thread.
 */
final class EngineTicker {
  private final Timers timers;
  private final EngineClock clock;
  private final Cluster cluster;
  private final Observer observer;
  private final ResultWriter writer;
  private final OwnedShards shards;
  private final Scheduler scheduler;
  private final ResumeGuard resumeGuard;
  private boolean stopped;

  EngineTicker(
      Timers timers,
      EngineClock clock,
      Cluster cluster,
      Observer observer,
      ResultWriter writer,
      OwnedShards shards,
      Scheduler scheduler) {
    this.timers = timers;
    this.clock = clock;
    this.cluster = cluster;
    this.observer = observer;
    this.writer = writer;
    this.shards = shards;
    this.scheduler = scheduler;
    resumeGuard = new ResumeGuard(timers.nanos());
  }

  /** Ticks now and from then on. */
  void start() {
    if (stopped) {
      return;
    }
    observer.onTick();
    boolean mayBegin = resumeGuard.mayBegin(timers.nanos(), cluster.heardAt());
    if (writer.isFull()) {
      scheduler.overdueBecause(Reason.DATABASE_AWAY);
    } else if (mayBegin && !shards.all().isEmpty()) {
      scheduler.advance(clock.now());
    }
    timers.after(TimerWheel.TICK_MILLIS, this::start);
  }

  /** Ticks no more. */
  void stop() {
    stopped = true;
  }
}
