package dev.belfry.platform.trace;

import dev.belfry.platform.config.Config;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the spans of its {@link #tracer} to the collector, on an event loop of its own. One request
 * is under way at a time. While the collector is away, one batch is tried again and again; the
 * others wait in the queue.
 */
public final class TraceExporter extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(TraceExporter.class);

  /** Spans that may wait. Each takes 6 KB at most and one KB usually. */
  static final int CAPACITY = 4_096;

  private static final int BATCH = 512;
  private static final long TICK_MILLIS = 200;

  /** Ticks after which a batch that is not full is sent, too. */
  private static final int PATIENCE = 5;

  private final Config.Traces config;
  private final URI address;
  private final Map<String, String> resource;
  private final String userAgent;
  private final long graceMillis;
  private final TraceMetrics metrics;
  private final SpanQueue queue;
  private @Nullable TraceEndpoint endpoint;
  private List<Span> batch = List.of();
  private boolean sending;
  private boolean pausing;
  private boolean stopping;
  private int failures;
  private int ticks;
  private @Nullable Promise<Void> idle;

  /**
   * Creates it.
   *
   * @param address that takes the spans
   * @param resource attributes of the process in each request
   * @param graceMillis for the last spans, when it stops
   */
  public TraceExporter(
      Config.Traces config,
      URI address,
      Map<String, String> resource,
      String userAgent,
      long graceMillis,
      MeterRegistry registry) {
    this.config = config;
    this.address = address;
    this.resource = Map.copyOf(resource);
    this.userAgent = userAgent;
    this.graceMillis = graceMillis;
    metrics = new TraceMetrics(registry);
    queue = new SpanQueue(CAPACITY, config.sample(), metrics);
  }

  /** Takes spans, before the start and after the end too. */
  public Tracer tracer() {
    return queue;
  }

  @Override
  public Future<?> start() {
    endpoint = new TraceEndpoint(vertx, address, config, userAgent);
    vertx.setPeriodic(TICK_MILLIS, tick -> onTick());
    return Future.succeededFuture();
  }

  private void onTick() {
    if (queue.size() >= BATCH || ++ticks >= PATIENCE) {
      ticks = 0;
      next();
    }
  }

  private void next() {
    if (sending || pausing) {
      return;
    }
    if (batch.isEmpty()) {
      batch = new ArrayList<>(queue.take(BATCH));
    }
    TraceEndpoint open = endpoint;
    if (batch.isEmpty() || open == null) {
      completeIfIdle();
      return;
    }
    sending = true;
    Buffer body = OtlpRequest.of(resource, batch);
    open.post(body)
        .onComplete(
            sent -> {
              sending = false;
              if (sent.failed()) {
                onFailed(String.valueOf(sent.cause().getMessage()), true, null);
              } else {
                onResponse(sent.result());
              }
            });
  }

  private void onResponse(TraceEndpoint.Response response) {
    int status = response.status();
    if (!ExportRules.isAccepted(status)) {
      onFailed("status " + status, ExportRules.isTemporary(status), response);
      return;
    }
    if (failures > 0) {
      failures = 0;
      LOG.info("Exporting traces to {} works again", address);
    }
    long rejected = Math.min(batch.size(), response.rejected());
    metrics.onExported(batch.size() - rejected);
    if (rejected > 0) {
      metrics.onDropped(TraceMetrics.Loss.REJECTED, rejected);
    }
    batch = List.of();
    if (stopping || queue.size() >= BATCH) {
      next();
    }
  }

  private void onFailed(String why, boolean temporary, TraceEndpoint.@Nullable Response response) {
    metrics.onFailure();
    if (failures++ == 0) {
      LOG.warn(
          "Cannot export traces to {}: {}. Runs and alerts go on; spans are dropped when {} wait",
          address,
          why,
          CAPACITY);
    }
    if (!temporary) {
      metrics.onDropped(TraceMetrics.Loss.REFUSED, batch.size());
      batch = List.of();
    }
    if (stopping) {
      completeIdle();
      return;
    }
    pausing = true;
    vertx.setTimer(
        Math.max(
            1, ExportRules.pause(failures, response == null ? null : response.after()).toMillis()),
        due -> {
          pausing = false;
          next();
        });
  }

  private void completeIfIdle() {
    if (batch.isEmpty() && queue.size() == 0) {
      completeIdle();
    }
  }

  private void completeIdle() {
    if (idle != null) {
      idle.tryComplete();
    }
  }

  /** Sends what waits within the grace, and counts the rest. The future never fails. */
  @Override
  public Future<?> stop() {
    stopping = true;
    pausing = false;
    Promise<Void> done = Promise.promise();
    idle = done;
    next();
    return done.future()
        .timeout(Math.max(1, graceMillis), TimeUnit.MILLISECONDS)
        .transform(
            ended -> {
              int left = batch.size() + queue.take(CAPACITY).size();
              if (left > 0) {
                metrics.onDropped(TraceMetrics.Loss.SHUTDOWN, left);
                LOG.warn("Stopping with {} spans that were not exported", left);
              }
              return endpoint == null ? Future.succeededFuture() : endpoint.close();
            });
  }
}
