package dev.belfry.engine.run;

import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.probe.http.HttpAnswer;
import dev.belfry.engine.run.schedule.ScheduleVersion;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.check.RetryType;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.platform.cluster.ShardClaim;
import dev.belfry.platform.cluster.ShardKey;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Ordinary runs, their results, and what they belong to. */
final class RunSamples {
  static final ShardKey HERE = new ShardKey("here", 3);
  static final ShardKey THERE = new ShardKey("there", 3);
  static final UUID CHECK = new UUID(1, 1);
  static final ScheduleVersion EVERY_TEN_SECONDS =
      new ScheduleVersion(0, ScheduleVersion.OPEN, 10_000, 0);
  static final HttpAnswer OK = HttpAnswer.of(200, "OK", List.of(), "", 0, false);

  private RunSamples() {}

  static RunSpec spec(@Nullable RetryStrategy retry) {
    return new RunSpec(
        new ProbeRequest(
            new UrlRequest("GET", "http://e.org/", true, false, IpFamily.IPV4, List.of()),
            Duration.ofSeconds(5)),
        new CheckSettings.Expectation(false, null, null),
        retry,
        List.of("here", "there"),
        null);
  }

  /** Two retries, ten seconds apart. */
  static RetryStrategy retry(boolean sameRegion) {
    return new RetryStrategy(RetryType.FIXED, 10, sameRegion, 2, 600, List.of());
  }

  static OwnedShard shard(long watermark) {
    OwnedShard shard = new OwnedShard(new ShardClaim(HERE, watermark, false, true));
    shard.loaded = true;
    return shard;
  }

  static SeriesRow row(
      int id, UUID check, @Nullable RetryStrategy retry, ScheduleVersion... versions) {
    return new SeriesRow(id, check, HERE, spec(retry), List.of(versions), List.of());
  }

  static Series series(
      int id, OwnedShard shard, @Nullable RetryStrategy retry, ScheduleVersion open) {
    return new Series(row(id, CHECK, retry, open), shard, open, null);
  }

  static ProbeResult passed() {
    return new ProbeResult(Reason.NONE, "", OK, Timings.NONE, null, List.of(), null);
  }

  /** The same after so many milliseconds. */
  static ProbeResult passed(long millis) {
    Timings timings = new Timings(0, 0, 0, 0, millis * 1_000, 0, millis * 1_000);
    return new ProbeResult(Reason.NONE, "", OK, timings, null, List.of(), null);
  }

  static ProbeResult refused() {
    return new ProbeResult(
        Reason.CONNECTION_REFUSED, "Refused", null, Timings.NONE, null, List.of(), null);
  }

  static ProbeResult withoutPlace() {
    return new ProbeResult(
        Reason.OVERLOADED, "Too many", null, Timings.NONE, null, List.of(), null);
  }

  static AttemptRow result(int series, long at) {
    return new AttemptRow(series, at, 0, Verdict.PASSED, Reason.NONE, 200, 3, Timings.NONE, null);
  }
}
