package dev.belfry.app;

import dev.belfry.api.http.ManagementServer;
import dev.belfry.app.metrics.ProcessMetrics;
import dev.belfry.engine.agent.AgentSettings;
import dev.belfry.engine.agent.AgentVerticle;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.icmp.OpeningEchoes;
import dev.belfry.platform.icmp.PacedEchoes;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An agent with its health and metrics. Its methods block; do not call them on an event loop. */
public final class AgentProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final OpeningEchoes echoes;
  private final AgentVerticle agent;
  private final AgentSettings settings;
  private int managementPort;

  /**
   * Creates an agent that is not started yet.
   *
   * @param refused told once, with an exit code and a reason, when the service refuses the agent
   *     for good
   */
  public AgentProcess(
      AgentSettings settings, InstantSource clock, BiConsumer<Integer, String> refused) {
    this.settings = settings;
    this.echoes = new OpeningEchoes(() -> PacedEchoes.ofSystem(clock));
    echoes.await();
    this.agent = new AgentVerticle(settings, echoes, clock, metrics, refused);
  }

  /**
   * Starts health and metrics, and begins to connect.
   *
   * @param management where health and metrics are served
   */
  public AgentProcess start(Config.Management management) {
    ProcessMetrics.bindJvm(metrics);
    managementPort =
        new ManagementServer(vertx, metrics)
            .readyWhen("agent", agent::problem)
            .listen(management)
            .map(HttpServer::actualPort)
            .await();
    vertx.deployVerticle(agent).await();
    LOG.info(
        "Agent {} of {} started, management on port {}",
        settings.version(),
        settings.url(),
        managementPort);
    return this;
  }

  /** Where health and metrics are served. */
  public int managementPort() {
    return managementPort;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      vertx.close().await();
      echoes.close();
    }
  }
}
