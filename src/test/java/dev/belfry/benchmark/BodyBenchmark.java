package dev.belfry.benchmark;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.BodySchema;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.monitoring.monitor.MonitorWorkings;
import dev.belfry.platform.error.Violation;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From the bytes of an update to the text that is stored. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class BodyBenchmark {
  private final byte[] wire = SampleBodies.wire();
  private final Contract contract = Contract.load();
  private final BodySchema schema = SampleBodies.schema(contract, "updateUrlMonitor");
  private final DraftReader<?> draft = MonitorWorkings.updateReader();
  private final ObjectNode body = SampleBodies.read(contract, "updateUrlMonitor");

  /** Parsing, checking and normalising in one pass. */
  @Benchmark
  public ObjectNode schema() {
    List<Violation> violations = new ArrayList<>(0);
    ObjectNode read = schema.read(wire, violations);
    if (!violations.isEmpty()) {
      throw new IllegalStateException(violations.toString());
    }
    return read;
  }

  /** The draft, held to the rules that the schema cannot say. */
  @Benchmark
  public Object draft() {
    List<Violation> violations = new ArrayList<>(0);
    Object read = draft.read(body, violations);
    if (!violations.isEmpty()) {
      throw new IllegalStateException(violations.toString());
    }
    return read;
  }

  /** The draft and the text that is stored. */
  @Benchmark
  public String text() {
    return MonitorWorkings.settings(draft());
  }

  /** For comparison: parsing without checking anything, as a bare Vert.x server does. */
  @Benchmark
  public JsonObject parsedOnly() {
    return new JsonObject(Buffer.buffer(wire));
  }
}
