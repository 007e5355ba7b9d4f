package dev.belfry.engine.probe.icmp;

import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.Phase;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeExecution;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Timings;
import dev.belfry.monitoring.check.IcmpRequest;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.Host;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.icmp.EchoReply;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Sends a number of pings, one after the other, and takes down which were answered. It ends with
 * the reply to the last one that is missing, or when it has waited for it long enough.
 */
public final class IcmpExecution extends ProbeExecution {
  /** When a ping that found no place is tried again. */
  private static final long AGAIN_MILLIS = 20;

  /** A timer that fires so late shows that this thread stood still. */
  private static final long LATE_NANOS = 20_000_000;

  private static final long NANOS_PER_MICRO = 1_000;

  private final IcmpRequest request;
  private final EchoRouter echoes;
  private final PingLog log;
  private final AtomicLong taken = new AtomicLong();
  private @Nullable InetAddress target;
  private @Nullable Future<?> timer;
  private long number;
  private long began;
  private long resolvedMicros;
  private long waitsUntil;
  private boolean graced;

  /**
   * Creates an execution that waits for its slot.
   *
   * @param timeout of the whole probe
   * @throws TargetRefusedException if the host cannot be pinged
   */
  public IcmpExecution(IcmpRequest request, EchoRouter echoes, Duration timeout, Context context)
      throws TargetRefusedException {
    this(request, echoes, timeout, context, new PingLog(request.pingCount()));
  }

  private IcmpExecution(
      IcmpRequest request, EchoRouter echoes, Duration timeout, Context context, PingLog log)
      throws TargetRefusedException {
    super(
        timeout,
        Host.ofName(request.hostname()),
        new Context(
            context.loop(),
            context.limiter(),
            result -> context.onResult().accept(timed(result, log))));
    this.request = request;
    this.echoes = echoes;
    this.log = log;
  }

  /** The response time is the average latency. */
  private static ProbeResult timed(ProbeResult result, PingLog log) {
    Timings taken = result.timings();
    return log.received() == 0
        ? result
        : new ProbeResult(
            result.reason(),
            result.message(),
            result.answer(),
            new Timings(
                taken.waitMicros(), taken.dnsMicros(), 0, 0, 0, 0, Math.round(log.averageMicros())),
            result.address(),
            result.redirects(),
            result.certificateExpiresAt());
  }

  @Override
  protected void begin() {
    String refusal = echoes.refusal();
    if (refusal != null) {
      finish(new Failure(Reason.OBSERVER_WITHOUT_PINGS, refusal));
      return;
    }
    began = System.nanoTime();
    lookUp(request.ipFamily());
  }

  @Override
  protected void onResolved(InetAddress resolved) {
    resolvedMicros = (System.nanoTime() - began) / NANOS_PER_MICRO;
    target = resolved;
    dialling(new InetSocketAddress(resolved, 0));
    enter(Phase.CONNECT);
    number = echoes.enter(resolved, this::onReply);
    ping(resolved);
  }

  private void ping(InetAddress to) {
    if (isDone()) {
      return;
    }
    int next = log.sent();
    long at = System.nanoTime();
    boolean sent;
    try {
      sent = echoes.send(number, to, next);
    } catch (IOException e) {
      onFailure(e);
      return;
    }
    if (!sent) {
      after(TimeUnit.MILLISECONDS.toNanos(AGAIN_MILLIS), () -> ping(to));
      return;
    }
    log.onSent(at);
    if (log.sent() < request.pingCount()) {
      after(echoes.interval().toNanos(), () -> ping(to));
    } else {
      waitsUntil = at + echoes.patience().toNanos();
      after(echoes.patience().toNanos(), this::onWaited);
    }
  }

  private void after(long nanos, Runnable step) {
    timer = loop().events().schedule(step, nanos, TimeUnit.NANOSECONDS);
  }

  /** After a standstill of this thread, takes the replies that have come before it counts. */
  private void onWaited() {
    if (!isDone() && !graced && System.nanoTime() - waitsUntil > LATE_NANOS) {
      graced = true;
      after(LATE_NANOS, this::conclude);
    } else {
      conclude();
    }
  }

  /** Takes each ping's first reply to the event loop; others, and forged ones, cost nothing. */
  private void onReply(int ping, EchoReply reply) {
    if (ping < 0 || ping >= request.pingCount()) {
      return;
    }
    long bit = 1L << ping;
    if ((taken.getAndUpdate(bits -> bits | bit) & bit) != 0) {
      return;
    }
    try {
      loop().events().execute(() -> onReplyOnLoop(ping, reply));
    } catch (RejectedExecutionException e) {
      // The prober is being closed, and the execution is cancelled.
    }
  }

  private void onReplyOnLoop(int ping, EchoReply reply) {
    if (isDone() || ping >= log.sent()) {
      return;
    }
    log.onReply(ping, reply.at(), reply.hopLimit());
    if (log.received() == request.pingCount()) {
      conclude();
    }
  }

  private void conclude() {
    if (isDone()) {
      return;
    }
    IcmpAnswer answer = answer();
    finish(
        answer == null || answer.received() > 0
            ? Failure.NONE
            : new Failure(Reason.NO_REPLY, answer.summary()));
  }

  /**
   * What has come until the time limit counts; too few pings went out if others took the places.
   */
  @Override
  protected boolean outlastsTimeout() {
    if (target == null) {
      return false;
    }
    if (log.sent() < request.pingCount()) {
      finish(new Failure(Reason.OVERLOADED, "This instance has too many pings to send"));
    } else {
      conclude();
    }
    return true;
  }

  private @Nullable IcmpAnswer answer() {
    InetAddress pinged = target;
    return pinged == null || log.sent() == 0
        ? null
        : new IcmpAnswer(request, pinged, resolvedMicros, log);
  }

  @Override
  protected @Nullable ProbeAnswer release() {
    Future<?> due = timer;
    if (due != null) {
      due.cancel(false);
    }
    if (target != null) {
      echoes.leave(number);
    }
    return log.sent() == request.pingCount() ? answer() : null;
  }
}
