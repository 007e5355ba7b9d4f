package dev.belfry.benchmark;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.KeyTokens;
import dev.belfry.api.auth.KeyVerifier;
import dev.belfry.api.auth.RevokedKeys;
import dev.belfry.api.ratelimit.Decision;
import dev.belfry.api.ratelimit.FakeArbiter;
import dev.belfry.api.ratelimit.LimiterCounters;
import dev.belfry.api.ratelimit.RateLimiter;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What the gate does for each request of a busy key. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class GateBenchmark {
  private static final Duration WINDOW = Duration.ofSeconds(60);

  private final InstantSource clock = InstantSource.system();
  private final Vertx vertx = Vertx.vertx();
  private final KeyTokens tokens =
      new KeyTokens(vertx, List.of("benchmark-secret-of-no-importance"));
  private final KeyVerifier keys = new KeyVerifier(tokens, new RevokedKeys(), clock);
  private final Caller caller =
      new Caller(UUID.randomUUID(), UUID.randomUUID(), dev.belfry.api.auth.Scope.WRITE, null, null);
  private final String token = tokens.issue(caller, clock.instant());
  private final char[] characters = token.toCharArray();
  private final RateLimiter limiter =
      new RateLimiter(
          vertx.sharedData().getLocalMap("benchmark"),
          new FakeArbiter(clock::millis),
          new LimiterCounters(),
          new RateLimiter.Clocks(clock, System::nanoTime),
          1);
  private final String bucket = caller.keyId().toString();

  /** Ends the threads of Vert.x. */
  @TearDown
  public void close() {
    vertx.close().await();
  }

  /** A key seen before, in a string of its own as every request brings one. */
  @Benchmark
  public Optional<Caller> rememberedKey() {
    return keys.verify(new String(characters));
  }

  /** A key seen for the first time: its signature is checked. */
  @Benchmark
  public Optional<Caller> newKey() {
    return tokens.verify(token);
  }

  /** A token from a bucket that is never empty. */
  @Benchmark
  public Decision take() {
    return limiter.take(bucket, Integer.MAX_VALUE, WINDOW).result();
  }
}
