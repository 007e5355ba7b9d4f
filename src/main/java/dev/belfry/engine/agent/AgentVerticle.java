package dev.belfry.engine.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.engine.probe.ProberSettings;
import dev.belfry.engine.probe.icmp.EchoRouter;
import dev.belfry.engine.probe.prober.NetworkProber;
import dev.belfry.engine.run.AgentRunner;
import dev.belfry.engine.testrun.TestProber;
import dev.belfry.engine.testsession.AgentTestRunner;
import dev.belfry.platform.cluster.VertxTimers;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.icmp.EchoGateway;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an agent on its own event loop: connects, sends what an agent before left in the spool, then
 * joins and runs monitors.
 */
public final class AgentVerticle extends VerticleBase implements ServiceLink.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(AgentVerticle.class);
  private static final Duration MOST_AGE = Duration.ofHours(2);
  private static final long LOOK_MILLIS = 200;
  private static final long BEAT_MILLIS = 500;
  private static final long LEAVE_MILLIS = 5_000;

  private final AgentSettings settings;
  private final EchoGateway echoes;
  private final InstantSource clock;
  private final MeterRegistry registry;
  private final BiConsumer<Integer, String> refused;
  private final AgentIdFile ids;
  private @Nullable Parts parts;
  private boolean begun;
  private boolean joined;
  private boolean reading;
  private long remembered = -1;
  private volatile String problem = "is not connected to the service yet";

  private record Parts(
      ServiceLink link,
      SpoolSender sender,
      NetworkProber prober,
      LinkCompletion completion,
      AgentTestRunner tests,
      AgentRunner engine) {
    void lookForTests() {
      if (link.servesTests()) {
        tests.look();
      }
    }
  }

  /**
   * Creates an agent that runs nothing yet.
   *
   * @param echoes sends the pings of ICMP monitors
   * @param refused told once, with an exit code and a reason, when the service refuses the agent
   *     for good
   */
  public AgentVerticle(
      AgentSettings settings,
      EchoGateway echoes,
      InstantSource clock,
      MeterRegistry registry,
      BiConsumer<Integer, String> refused) {
    this.settings = settings;
    this.echoes = echoes;
    this.clock = clock;
    this.registry = registry;
    this.refused = refused;
    this.ids = new AgentIdFile(settings.directory().resolve("agent"));
  }

  @Override
  public Future<?> start() throws IOException {
    SpoolCounts counts = new SpoolCounts(registry, clock);
    FrameSpool spool =
        FrameSpool.open(settings.directory(), settings.spoolBytes(), MOST_AGE, clock);
    ServiceLink link = new ServiceLink(vertx, settings, this);
    SpoolSender sender = new SpoolSender(vertx, spool, link, counts);
    LinkCompletion completion = new LinkCompletion(link);
    AddressPolicy policy = new AddressPolicy(false, settings.allowed());
    String userAgent = "Belfry/" + settings.version() + " (agent)";
    NetworkProber prober =
        new NetworkProber(
            new ProberSettings(
                Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
                policy,
                settings.maxInFlight(),
                settings.maxPerHost(),
                userAgent),
            new EchoRouter(echoes));
    AgentTestRunner tests =
        new AgentTestRunner(vertx, link, new TestProber(policy, userAgent, echoes), clock);
    AgentRunner engine =
        new AgentRunner(
            new AgentRunner.Settings(settings.name(), settings.maxInFlight()),
            new VertxTimers(vertx),
            new LinkRegistry(link, sender, echoes.refusal() == null),
            link,
            sender,
            prober,
            completion,
            registry);
    parts = new Parts(link, sender, prober, completion, tests, engine);
    Gauge.builder("belfry.agent.connected", link, one -> one.isConnected() ? 1 : 0)
        .description("Whether the service answers: 1 or 0")
        .register(registry);
    vertx.setPeriodic(LOOK_MILLIS, due -> look());
    link.start();
    return Future.succeededFuture();
  }

  /** What keeps the agent from running monitors, empty when it runs them. Any thread may call. */
  public String problem() {
    return problem;
  }

  @Override
  public void onConnected() {
    Parts running = parts;
    if (running == null) {
      return;
    }
    running.sender().send();
    if (joined) {
      reading = true;
      running.engine().onChangesLost();
      running.lookForTests();
    } else if (!begun) {
      begun = true;
      begin(running);
    }
  }

  /** An agent that died may have left results, which must be stored before anyone goes on. */
  private void begin(Parts running) {
    List<Long> before = ids.before();
    long beats = vertx.setPeriodic(BEAT_MILLIS, due -> before.forEach(one -> beat(running, one)));
    running
        .sender()
        .drained()
        .compose(
            sent -> {
              vertx.cancelTimer(beats);
              return leave(running, before);
            })
        .compose(left -> running.engine().start())
        .onSuccess(
            started -> {
              joined = true;
              reading = true;
              running.lookForTests();
              LOG.info("Running monitors as agent {}", running.engine().id());
            });
  }

  private void beat(Parts running, long agent) {
    running
        .link()
        .ask(
            "beat",
            JsonNodeFactory.instance.objectNode().put("instance", agent).put("draining", true))
        .onFailure(failure -> LOG.debug("The service did not answer a beat", failure));
  }

  private Future<Void> leave(Parts running, List<Long> before) {
    Future<Void> left = Future.succeededFuture();
    for (long one : before) {
      left =
          left.compose(
              done ->
                  running
                      .link()
                      .ask("leave", JsonNodeFactory.instance.objectNode().put("instance", one))
                      .mapEmpty());
    }
    return left.recover(
        failure -> {
          LOG.debug("Could not take the agent before out of the cluster", failure);
          return Future.succeededFuture();
        });
  }

  @Override
  public void onEvent(String event, JsonNode message) {
    Parts running = parts;
    if (running == null || !joined) {
      return;
    }
    switch (event) {
      case "checks" -> {
        List<UUID> checks = new ArrayList<>();
        message.path("checks").forEach(one -> checks.add(UUID.fromString(one.asText())));
        running.engine().onChecksChanged(checks);
      }
      case "runs" -> running.engine().onRunsAdded(message.path("shard").asInt());
      case "tests" -> running.lookForTests();
      case "lost" -> running.engine().onChangesLost();
      default -> LOG.debug("The service told of {}, which this version does not know", event);
    }
  }

  @Override
  public void onRefused(int code, String reason) {
    Parts running = parts;
    if (running != null) {
      running.completion().forget();
      running.tests().stop();
      running.engine().stop();
      running.link().close();
    }
    problem = reason;
    refused.accept(code, reason);
  }

  private void look() {
    Parts running = parts;
    if (running == null) {
      return;
    }
    if (reading && running.link().isConnected() && !running.engine().isReading()) {
      reading = false;
      running.link().onAllRead();
    }
    long id = running.engine().id();
    if (joined && id >= 0 && id != remembered) {
      remembered = id;
      ids.remember(id);
    }
    problem =
        !running.link().isConnected()
            ? "is not connected to the service"
            : joined && id >= 0 ? "" : "sends what was left in the spool, then joins";
  }

  /** Hands all shards over and closes everything, within seconds. The future never fails. */
  @Override
  public Future<?> stop() {
    Parts running = parts;
    parts = null;
    if (running == null) {
      return Future.succeededFuture();
    }
    Future<Void> left =
        joined && running.link().isConnected()
            ? running.engine().leave().onSuccess(gone -> ids.forget())
            : running.engine().stop();
    return left.timeout(LEAVE_MILLIS, TimeUnit.MILLISECONDS)
        .onFailure(
            late ->
                LOG.warn(
                    "Stopping before the service was told; results stay on disk until the next start"))
        .transform(done -> running.engine().stop())
        .transform(done -> running.tests().stop())
        .transform(done -> running.prober().close())
        .transform(done -> running.link().close())
        .transform(done -> running.sender().close());
  }
}
