package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.platform.cluster.ShardKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A series and its settings. */
final class SimulatedMonitor {
  final int id;
  final UUID check;
  final ShardKey key;
  final RunSpec spec;
  final List<ScheduleVersion> versions = new ArrayList<>();

  SimulatedMonitor(int id, UUID check, ShardKey key, RunSpec spec) {
    this.id = id;
    this.check = check;
    this.key = key;
    this.spec = spec;
  }

  /** What a run of the monitor does. */
  static RunSpec spec(int id, @Nullable RetryStrategy retry, List<String> places) {
    UrlRequest request =
        new UrlRequest("GET", SimulatedTargets.address(id), true, false, IpFamily.IPV4, List.of());
    return new RunSpec(
        new ProbeRequest(request, Duration.ofSeconds(5)),
        new CheckSettings.Expectation(false, SimulatedTargets.DEGRADED_MILLIS, null),
        retry,
        places,
        null);
  }

  @Nullable ScheduleVersion current() {
    ScheduleVersion last = versions.isEmpty() ? null : versions.get(versions.size() - 1);
    return last != null && last.isOpen() ? last : null;
  }

  /** A time for a run by hand: no slot of the schedule. */
  long timeByHand(long now) {
    ScheduleVersion current = current();
    return current != null && current.includes(now) ? now + 1 : now;
  }

  /** Row as it is stored, with what is known of it. */
  SeriesRow row(List<ScheduleVersion> known, List<Long> done) {
    return new SeriesRow(id, check, key, spec, known, done);
  }

  /** Puts a schedule in force, or pauses the monitor; as the triggers do. */
  void reschedule(@Nullable ScheduleVersion wanted, long databaseMillis) {
    long now = databaseMillis;
    ScheduleVersion current = current();
    if (current != null) {
      versions.remove(current);
      now = Math.max(now, current.from());
      if (now > current.from()) {
        versions.add(new ScheduleVersion(current.from(), now, current.period(), current.phase()));
      }
    } else if (!versions.isEmpty()) {
      now = Math.max(now, versions.get(versions.size() - 1).until());
    }
    if (wanted != null) {
      versions.add(new ScheduleVersion(now, ScheduleVersion.OPEN, wanted.period(), wanted.phase()));
    }
  }
}
