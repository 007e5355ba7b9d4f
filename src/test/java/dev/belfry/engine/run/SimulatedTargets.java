package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.monitoring.check.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is probed: well, down or slow for a while, and now and then failing for no reason. */
final class SimulatedTargets {
  static final double DEGRADED_MILLIS = 200;
  private static final int SLOW_MILLIS = 300;

  boolean calm;

  /** What a probe costs the thread that makes it; 0 for nothing. */
  long workMicros;

  /** How long a target takes at most, when probes cost something. */
  int mostMillis = 80;

  private final SimulatedWorld world;
  private final Map<String, Mood> moods = new HashMap<>();

  private enum Mood {
    WELL,
    DOWN,
    SLOW
  }

  SimulatedTargets(SimulatedWorld world) {
    this.world = world;
  }

  static String address(int series) {
    return "http://target-" + series + "/";
  }

  /** Another mood for one of so many. */
  void change(int series) {
    int which = 1 + world.random.nextInt(series);
    moods.put(address(which), Mood.values()[world.random.nextInt(3)]);
  }

  Future<ProbeResult> probe(SimulatedWorld.Machine process, ProbeRequest request) {
    Promise<ProbeResult> done = Promise.promise();
    Mood mood = calm ? Mood.WELL : moods.getOrDefault(request.request().target(), Mood.WELL);
    int kind = calm ? 0 : world.random.nextInt(mood == Mood.DOWN ? 10 : 100);
    long takes = kind < 95 ? 1 + world.random.nextInt(80) : 5_000;
    if (mood == Mood.SLOW) {
      takes += SLOW_MILLIS;
    }
    ProbeResult result = result(mood == Mood.DOWN ? kind + 90 : kind, takes);
    process.after(takes, () -> done.complete(result));
    return done.future();
  }

  private static ProbeResult result(int kind, long takes) {
    if (kind < 90) {
      return RunSamples.passed(takes);
    }
    Timings timings = new Timings(0, 0, 0, 0, takes * 1_000, 0, takes * 1_000);
    Reason reason = kind < 95 ? Reason.CONNECTION_REFUSED : Reason.FIRST_BYTE_TIMEOUT;
    return new ProbeResult(reason, reason.sentence(), null, timings, null, List.of(), null);
  }
}
