package dev.belfry.benchmark;

import dev.belfry.api.contract.Contract;
import dev.belfry.monitoring.monitor.MonitorWorkings;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From a row to the text of the answer. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class ViewBenchmark {
  private final Supplier<String> view =
      MonitorWorkings.view(
          MonitorWorkings.newSettings(SampleBodies.read(Contract.load(), "createUrlMonitor")),
          Instant.EPOCH);

  /** A monitor without subscriptions. */
  @Benchmark
  public String monitor() {
    return view.get();
  }
}
