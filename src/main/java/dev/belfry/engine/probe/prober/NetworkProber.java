package dev.belfry.engine.probe.prober;

import dev.belfry.engine.probe.ConcurrencyLimiter;
import dev.belfry.engine.probe.FailureRules;
import dev.belfry.engine.probe.ProbeEventLoop;
import dev.belfry.engine.probe.ProbeExecution;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Prober;
import dev.belfry.engine.probe.ProberLoad;
import dev.belfry.engine.probe.ProberSettings;
import dev.belfry.engine.probe.Tls;
import dev.belfry.engine.probe.dns.DnsExecution;
import dev.belfry.engine.probe.http.BodyMemory;
import dev.belfry.engine.probe.http.HttpCall;
import dev.belfry.engine.probe.http.HttpExecution;
import dev.belfry.engine.probe.http.RequestText;
import dev.belfry.engine.probe.icmp.EchoRouter;
import dev.belfry.engine.probe.icmp.IcmpExecution;
import dev.belfry.engine.probe.ssl.SslExecution;
import dev.belfry.engine.probe.tcp.TcpExecution;
import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.DnsRequest;
import dev.belfry.monitoring.check.IcmpRequest;
import dev.belfry.monitoring.check.SslRequest;
import dev.belfry.monitoring.check.TcpRequest;
import dev.belfry.monitoring.check.UrlRequest;
import dev.belfry.platform.guard.DnsLookup;
import dev.belfry.platform.guard.NameLookup;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Probes targets of all types on its own event loops. It keeps nothing from one probe to the next:
 * no connection, no cookie, no looked-up name, no TLS session.
 */
public final class NetworkProber implements Prober {
  private static final long STOP_SECONDS = 2;

  /** How often probes are dropped that have waited for too long. */
  private static final long DROP_EVERY_MILLIS = 100;

  private final MultiThreadIoEventLoopGroup group;
  private final List<ProbeEventLoop> loops = new ArrayList<>();
  private final ConcurrencyLimiter<ProbeExecution> limiter;
  private final Tls tls;
  private final EchoRouter echoes;
  private final RequestText text;
  private final BodyMemory bodies = new BodyMemory();
  private final AtomicInteger turn = new AtomicInteger();
  private final ScheduledFuture<?> drops;

  /**
   * Creates a prober with the name servers of the system and the issuers that the JDK trusts.
   *
   * @param echoes owned by the prober
   */
  public NetworkProber(ProberSettings settings, EchoRouter echoes) {
    this(settings, DnsLookup::system, Tls.ofSystem(), echoes);
  }

  /**
   * Creates a prober.
   *
   * @param names makes the name lookup of an event loop
   * @param tls owned by the prober
   * @param echoes owned by the prober
   */
  public NetworkProber(
      ProberSettings settings, Function<EventLoop, NameLookup> names, Tls tls, EchoRouter echoes) {
    this.tls = tls;
    this.echoes = echoes;
    group =
        new MultiThreadIoEventLoopGroup(
            settings.loops(),
            new DefaultThreadFactory("belfry-probe", true),
            NioIoHandler.newFactory());
    limiter = new ConcurrencyLimiter<>(settings.maxInFlight(), settings.maxPerHost(), new InTurn());
    text = new RequestText(settings.userAgent());
    group.next().execute(tls::warmUp);
    for (int i = 0; i < settings.loops(); i++) {
      EventLoop loop = group.next();
      loops.add(new ProbeEventLoop(loop, names.apply(loop), settings.policy(), tls));
    }
    drops =
        group
            .next()
            .scheduleWithFixedDelay(
                limiter::dropLate, DROP_EVERY_MILLIS, DROP_EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public Future<ProbeResult> probe(ProbeRequest request) {
    Promise<ProbeResult> promise = Promise.promise();
    ProbeEventLoop loop = loops.get(Math.floorMod(turn.getAndIncrement(), loops.size()));
    ProbeExecution.Context context =
        new ProbeExecution.Context(loop, limiter, onContextOf(promise));
    ProbeExecution execution;
    try {
      execution = execution(request, context);
    } catch (TargetRefusedException refused) {
      return Future.succeededFuture(ProbeResult.unsent(FailureRules.refused(refused, false)));
    }
    if (!limiter.enter(execution.host(), execution)) {
      execution.cancel();
    }
    return promise.future();
  }

  private ProbeExecution execution(ProbeRequest probe, ProbeExecution.Context context)
      throws TargetRefusedException {
    CheckRequest request = probe.request();
    return switch (request.type()) {
      case URL -> http(HttpCall.of((UrlRequest) request).in(probe.trace()), probe, context);
      case API -> http(HttpCall.of((ApiCheckRequest) request).in(probe.trace()), probe, context);
      case TCP -> new TcpExecution((TcpRequest) request, probe.timeout(), context);
      case DNS -> new DnsExecution((DnsRequest) request, probe.timeout(), context);
      case ICMP -> new IcmpExecution((IcmpRequest) request, echoes, probe.timeout(), context);
      case SSL -> new SslExecution((SslRequest) request, probe.timeout(), context);
      case GRPC, TRACEROUTE, HEARTBEAT, BROWSER, MULTI_STEP, PLAYWRIGHT ->
          throw new IllegalArgumentException(request.type() + " checks make no request");
    };
  }

  private HttpExecution http(HttpCall call, ProbeRequest probe, ProbeExecution.Context context)
      throws TargetRefusedException {
    return new HttpExecution(call, probe, text, bodies, context);
  }

  private static Consumer<ProbeResult> onContextOf(Promise<ProbeResult> promise) {
    Context context = Vertx.currentContext();
    return context == null ? promise::complete : result -> complete(promise, result, context);
  }

  private static void complete(Promise<ProbeResult> promise, ProbeResult result, Context context) {
    try {
      context.runOnContext(nothing -> promise.complete(result));
    } catch (RejectedExecutionException ended) {
      promise.complete(result); // The process stops; what waits for the result must not hold it up.
    }
  }

  /** Starts and ends probes on the event loop of each. */
  private static final class InTurn implements ConcurrencyLimiter.Turns<ProbeExecution> {
    @Override
    public void admit(ProbeExecution execution) {
      onLoop(execution, execution::onSlot);
    }

    @Override
    public boolean isTooLate(ProbeExecution execution) {
      return execution.isTooLate();
    }

    @Override
    public void drop(ProbeExecution execution) {
      onLoop(execution, execution::refuse);
    }

    private static void onLoop(ProbeExecution execution, Runnable step) {
      EventLoop events = execution.loop().events();
      if (events.inEventLoop()) {
        step.run();
        return;
      }
      try {
        events.execute(step);
      } catch (RejectedExecutionException e) {
        execution.cancel();
      }
    }
  }

  @Override
  public ProberLoad load() {
    long lag = 0;
    for (ProbeEventLoop loop : loops) {
      lag = Math.max(lag, loop.lagMicros());
    }
    return new ProberLoad(limiter.waiting(), lag);
  }

  /** The number of probes under way. */
  public int inFlight() {
    return limiter.inFlight();
  }

  /** The number of probes that wait for a slot. */
  public int waiting() {
    return limiter.waiting();
  }

  /** Cancels every probe, waiting ones included, and ends the threads. The future never fails. */
  public Future<Void> close() {
    drops.cancel(false);
    limiter.close().forEach(ProbeExecution::cancel);
    return Future.join(loops.stream().map(NetworkProber::close).toList()).transform(all -> stop());
  }

  private static Future<Void> close(ProbeEventLoop loop) {
    Promise<Void> promise = Promise.promise();
    loop.events()
        .execute(
            () -> {
              loop.close();
              promise.complete();
            });
    return promise.future();
  }

  private Future<Void> stop() {
    Promise<Void> promise = Promise.promise();
    group
        .shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
        .addListener(
            done -> {
              tls.close();
              echoes.close();
              promise.complete();
            });
    return promise.future();
  }
}
