package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Prober;
import dev.belfry.engine.probe.ProberLoad;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.probe.http.HttpAnswer;
import dev.belfry.monitoring.check.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;

/**
 * Probes as one thread makes them: each takes some of its time, before and after the target has
 * answered, and the more are in flight the more each takes. While the database works on the same
 * machine, each takes half as much again. Without such a cost, time is no object and {@link
 * SimulatedTargets} decide alone.
 */
final class SimulatedProber implements Prober {
  private static final long TIMEOUT_MICROS = 5_000_000;

  /** So many probes in flight double what each costs. */
  private static final int CROWD = 5_000;

  private final SimulatedWorld world;
  private final SimulatedDatabase database;
  private final SimulatedTargets targets;
  private final SimulatedWorld.Machine process;
  private int inFlight;

  /** When the thread has done all it was asked for so far, microseconds. */
  private long busyUntil;

  SimulatedProber(
      SimulatedDatabase database, SimulatedTargets targets, SimulatedWorld.Machine process) {
    world = database.world;
    this.database = database;
    this.targets = targets;
    this.process = process;
  }

  @Override
  public Future<ProbeResult> probe(ProbeRequest request) {
    if (targets.workMicros == 0) {
      return targets.probe(process, request);
    }
    Promise<ProbeResult> done = Promise.promise();
    inFlight++;
    long asked = now();
    long begun = work();
    long wait = begun - asked;
    long answered = begun + 1_000L * (1 + world.random.nextInt(targets.mostMillis));
    process.after(
        (answered - asked) / 1_000,
        () -> {
          long ended = work();
          process.after((ended - now()) / 1_000, () -> end(done, wait, ended - begun));
        });
    return done.future();
  }

  private void end(Promise<ProbeResult> done, long wait, long took) {
    inFlight--;
    boolean late = took > TIMEOUT_MICROS;
    done.complete(
        new ProbeResult(
            late ? Reason.FIRST_BYTE_TIMEOUT : Reason.NONE,
            "",
            late ? null : HttpAnswer.of(200, "OK", List.of(), "", 0, false),
            new Timings(wait, 0, 0, 0, took, 0, took),
            null,
            List.of(),
            null));
  }

  /** Half of what a probe costs; returns when it is done. */
  private long work() {
    long cost = targets.workMicros * (CROWD + inFlight) / CROWD / 2;
    if (database.isWorking()) {
      cost += cost / 2;
    }
    busyUntil = Math.max(busyUntil, now()) + cost;
    return busyUntil;
  }

  @Override
  public ProberLoad load() {
    return new ProberLoad(0, Math.max(0, busyUntil - now()));
  }

  private long now() {
    return world.nanos() / 1_000;
  }
}
