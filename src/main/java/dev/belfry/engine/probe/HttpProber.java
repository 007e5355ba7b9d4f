package dev.belfry.engine.probe;

import dev.belfry.platform.guard.DnsLookup;
import dev.belfry.platform.guard.NameLookup;
import dev.belfry.platform.guard.Target;
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
 * Probes over HTTP on its own event loops. It keeps nothing from one probe to the next: no
 * connection, no cookie, no looked-up name, no TLS session.
 */
public final class HttpProber implements Prober {
  private static final long STOP_SECONDS = 2;

  /** How often probes are dropped that have waited for too long. */
  private static final long DROP_EVERY_MILLIS = 100;

  private final MultiThreadIoEventLoopGroup group;
  private final List<ProbeEventLoop> loops = new ArrayList<>();
  private final ConcurrencyLimiter<ProbeExecution> limiter;
  private final Tls tls;
  private final AtomicInteger turn = new AtomicInteger();
  private final ScheduledFuture<?> drops;

  /** Creates a prober with the name servers of the system and the issuers that the JDK trusts. */
  public HttpProber(ProberSettings settings) {
    this(settings, DnsLookup::system, new Tls(CertificateVerifier.systemRoots(), TlsEngine::best));
  }

  /**
   * Creates a prober.
   *
   * @param names makes the name lookup of an event loop
   * @param tls owned by the prober
   */
  HttpProber(ProberSettings settings, Function<EventLoop, NameLookup> names, Tls tls) {
    this.tls = tls;
    group =
        new MultiThreadIoEventLoopGroup(
            settings.loops(),
            new DefaultThreadFactory("belfry-probe", true),
            NioIoHandler.newFactory());
    limiter = new ConcurrencyLimiter<>(settings.maxInFlight(), settings.maxPerHost(), new InTurn());
    RequestText text = new RequestText(settings.userAgent());
    group.next().execute(tls::warmUp);
    for (int i = 0; i < settings.loops(); i++) {
      EventLoop loop = group.next();
      loops.add(new ProbeEventLoop(loop, names.apply(loop), settings.policy(), tls, text));
    }
    drops =
        group
            .next()
            .scheduleWithFixedDelay(
                limiter::dropLate, DROP_EVERY_MILLIS, DROP_EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public Future<ProbeResult> probe(ProbeRequest request) {
    Target target;
    try {
      target = Target.parse(request.request().url());
    } catch (TargetRefusedException refused) {
      Failure failure = FailureRules.refused(refused, false);
      return Future.succeededFuture(
          new ProbeResult(
              failure.reason(), failure.message(), null, Timings.NONE, null, List.of(), null));
    }
    Promise<ProbeResult> promise = Promise.promise();
    Consumer<ProbeResult> caller = onContextOf(promise);
    ProbeEventLoop loop = loops.get(Math.floorMod(turn.getAndIncrement(), loops.size()));
    ProbeExecution execution = new ProbeExecution(request, target, loop, limiter, caller);
    if (!limiter.enter(target.host().name(), execution)) {
      execution.cancel();
    }
    return promise.future();
  }

  private static Consumer<ProbeResult> onContextOf(Promise<ProbeResult> promise) {
    Context context = Vertx.currentContext();
    return context == null
        ? promise::complete
        : result -> context.runOnContext(nothing -> promise.complete(result));
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
    return Future.join(loops.stream().map(HttpProber::close).toList()).transform(all -> stop());
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
              promise.complete();
            });
    return promise.future();
  }
}
