package dev.belfry.app;

import dev.belfry.platform.config.Config;
import dev.belfry.platform.trace.TraceExporter;
import dev.belfry.platform.trace.Tracer;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts and stops the export of traces, on an event loop of its own. Without an endpoint there is
 * none of it. Its methods block; do not call them on an event loop.
 */
final class TraceWiring implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TraceWiring.class);

  private final Config.Traces config;
  private final @Nullable TraceExporter exporter;
  private volatile @Nullable Vertx loop;

  TraceWiring(Config config, MeterRegistry metrics) {
    this.config = config.traces();
    URI endpoint = this.config.endpoint();
    exporter =
        endpoint == null
            ? null
            : new TraceExporter(
                this.config,
                endpoint,
                Map.of(
                    "service.name",
                    this.config.service(),
                    "service.version",
                    ProcessName.version(),
                    "service.instance.id",
                    ProcessName.instance(config.http().port())),
                ProcessName.userAgent("traces", config),
                config.shutdown().grace().toMillis(),
                metrics);
  }

  /** Takes the spans of this process; {@link Tracer#OFF} without an endpoint. */
  Tracer tracer() {
    return exporter == null ? Tracer.OFF : exporter.tracer();
  }

  /** Returns when spans are sent. */
  void start() {
    TraceExporter work = exporter;
    if (work != null) {
      Vertx own = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
      loop = own;
      own.deployVerticle(work).await();
      LOG.info("Exporting traces to {}", config.endpoint());
    }
  }

  /** Sends the last spans within the grace. */
  @Override
  public void close() {
    Vertx own = loop;
    if (own != null) {
      own.close().await();
    }
  }
}
