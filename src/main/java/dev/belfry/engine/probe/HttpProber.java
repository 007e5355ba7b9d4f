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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Probes over HTTP on event loops of its own. Nothing is kept from one probe to the next: no
 * connection, no cookie, no name, no TLS session.
 */
public final class HttpProber implements Prober {
  private static final long STOP_SECONDS = 2;

  private final MultiThreadIoEventLoopGroup group;
  private final List<ProbeEventLoop> loops = new ArrayList<>();
  private final ConcurrencyLimiter<ProbeExecution> places;
  private final AtomicInteger turn = new AtomicInteger();

  /** A prober with the name servers of the system and the issuers that the JDK trusts. */
  public HttpProber(ProberSettings settings) {
    this(settings, DnsLookup::system, CertificateVerifier.systemRoots());
  }

  /**
   * A prober.
   *
   * @param names makes what looks names up on an event loop
   * @param roots knows which issuers of certificates to trust
   */
  public HttpProber(
      ProberSettings settings,
      Function<EventLoop, NameLookup> names,
      X509ExtendedTrustManager roots) {
    group =
        new MultiThreadIoEventLoopGroup(
            settings.loops(),
            new DefaultThreadFactory("belfry-probe", true),
            NioIoHandler.newFactory());
    places =
        new ConcurrencyLimiter<>(settings.maxInFlight(), settings.maxPerHost(), HttpProber::admit);
    Tls tls = new Tls(roots);
    RequestText text = new RequestText(settings.userAgent());
    group.next().execute(tls::warmUp);
    for (int i = 0; i < settings.loops(); i++) {
      EventLoop loop = group.next();
      loops.add(new ProbeEventLoop(loop, names.apply(loop), settings.policy(), tls, text));
    }
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
    String place = target.host().name();
    ProbeExecution visit =
        new ProbeExecution(
            request,
            target,
            loop,
            (result, admitted) -> {
              if (admitted) {
                places.leave(place);
              }
              caller.accept(result);
            });
    if (!places.enter(place, visit)) {
      visit.cancel();
    }
    return promise.future();
  }

  private static Consumer<ProbeResult> onContextOf(Promise<ProbeResult> promise) {
    Context context = Vertx.currentContext();
    return context == null
        ? promise::complete
        : result -> context.runOnContext(nothing -> promise.complete(result));
  }

  private static void admit(ProbeExecution visit) {
    EventLoop events = visit.loop().events();
    if (events.inEventLoop()) {
      visit.start();
      return;
    }
    try {
      events.execute(visit::start);
    } catch (RejectedExecutionException e) {
      visit.cancel();
    }
  }

  /** Probes under way. */
  public int inFlight() {
    return places.inFlight();
  }

  /** Probes that wait for a place. */
  public int waiting() {
    return places.waiting();
  }

  /** Ends every probe, those that wait too, as cancelled, and then the threads. */
  public Future<Void> close() {
    places.close().forEach(ProbeExecution::cancel);
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
        .addListener(done -> promise.complete());
    return promise.future();
  }
}
