package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.UrlRequest.IpFamily;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Executes one probe, hop by hop, until a response is complete or the probe fails. */
final class ProbeExecution {
  private static final int MOST_REDIRECTS = 10;

  /** A time-out that fires so late shows that this thread stood still. */
  private static final long LATE_NANOS = 20_000_000;

  private final ProbeRequest request;
  private final ProbeEventLoop loop;
  private final ProbeSlot slot;
  private final Consumer<ProbeResult> onResult;
  private final List<String> redirects = new ArrayList<>(0);
  private Target target;
  private PhaseTimes times;
  private @Nullable Future<?> timer;
  private @Nullable Future<InetAddress> lookup;
  private @Nullable Connection connection;
  private @Nullable InetSocketAddress address;
  private @Nullable ProbeResponse response;
  private @Nullable Instant certificateExpiresAt;
  private long deadline;
  private boolean graced;
  private boolean usesJdk;
  private boolean done;

  /**
   * Creates an execution that waits for its slot.
   *
   * @param limiter has admitted it before {@link #onSlot}, and gets its slot back
   * @param onResult called once
   */
  ProbeExecution(
      ProbeRequest request,
      Target target,
      ProbeEventLoop loop,
      ConcurrencyLimiter<ProbeExecution> limiter,
      Consumer<ProbeResult> onResult) {
    this.request = request;
    this.target = target;
    this.loop = loop;
    this.slot = new ProbeSlot(limiter, this, target);
    this.onResult = onResult;
    this.times = new PhaseTimes(System.nanoTime());
  }

  ProbeEventLoop loop() {
    return loop;
  }

  /** Begins the first hop, or the one that has waited for its host. Call it on the event loop. */
  void onSlot() {
    if (slot.isAdmitted()) {
      if (!done) {
        times.exclude(slot.moved());
        hop();
      }
      return;
    }
    long now = System.nanoTime();
    slot.admit(now);
    times = new PhaseTimes(now);
    if (!loop.add(this)) {
      cancel();
      return;
    }
    deadline = now + request.timeout().toNanos();
    timer =
        loop.events().schedule(this::onTimeout, request.timeout().toNanos(), TimeUnit.NANOSECONDS);
    hop();
  }

  private void hop() {
    enter(Phase.LOOKUP);
    usesJdk = false;
    address = null;
    StandardProtocolFamily family =
        request.request().ipFamily() == IpFamily.IPV6
            ? StandardProtocolFamily.INET6
            : StandardProtocolFamily.INET;
    Future<InetAddress> resolved = loop.guard().resolve(target.host(), family);
    lookup = resolved;
    if (resolved.isDone()) {
      onResolved(resolved);
    } else {
      resolved.addListener(future -> onResolved(resolved));
    }
  }

  private void onResolved(Future<InetAddress> resolved) {
    lookup = null;
    if (done) {
      return;
    }
    if (resolved.isSuccess()) {
      dial(new InetSocketAddress(resolved.getNow(), target.port()));
    } else if (resolved.cause() instanceof TargetRefusedException refused) {
      finish(FailureRules.refused(refused, !redirects.isEmpty()));
    } else {
      finish(
          new Failure(
              Reason.NAME_LOOKUP_FAILED, "The host name " + target.host() + " was not resolved"));
    }
  }

  private void dial(InetSocketAddress dialled) {
    times.enter(null, System.nanoTime());
    address = dialled;
    boolean verify = !request.request().skipSSL();
    SslHandler handler =
        target.isSecure()
            ? loop.tls().handler(ByteBufAllocator.DEFAULT, target.host(), verify, usesJdk)
            : null;
    enter(Phase.CONNECT);
    Connection next;
    try {
      next = new Connection(this, loop, dialled);
    } catch (ChannelException e) {
      Tls.discard(handler);
      onFailure(e);
      return;
    }
    connection = next;
    next.open(handler);
  }

  void enter(Phase phase) {
    times.enter(phase, System.nanoTime());
  }

  void onSecured(@Nullable Instant expiresAt) {
    certificateExpiresAt = expiresAt;
  }

  ByteBuf request(ByteBufAllocator allocator) {
    return loop.text().bytes(allocator, target);
  }

  /** Whether the response is a redirect that the request follows. */
  boolean follows(HttpResponse head) {
    return request.request().followRedirects() && Redirects.is(head);
  }

  void onRedirect(ProbeResponse redirect, HttpResponse head) {
    response = redirect;
    connection = null;
    if (redirects.size() == MOST_REDIRECTS) {
      finish(
          new Failure(
              Reason.TOO_MANY_REDIRECTS, "There were more than " + MOST_REDIRECTS + " redirects"));
      return;
    }
    try {
      target = target.follow(Redirects.location(head));
    } catch (TargetRefusedException refused) {
      finish(FailureRules.refused(refused, true));
      return;
    }
    redirects.add(target.toString());
    if (slot.isAt(target)) {
      hop();
    } else {
      slot.move(target);
    }
  }

  void onResponse(ProbeResponse complete) {
    response = complete;
    connection = null;
    finish(new Failure(Reason.NONE, ""));
  }

  void onFailure(Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof CertificateRefusedException refused) {
        certificateExpiresAt = refused.expiresAt();
      }
    }
    Failure failure = FailureRules.of(cause, times.phase(), where());
    if (address != null && isLeftToTheJdk(failure, cause)) {
      usesJdk = true;
      dial(address);
    } else {
      finish(failure);
    }
  }

  /**
   * Whether the handshake failed for want of a common algorithm, or the like. The JDK knows more
   * algorithms, so it has the last word, on a second connection.
   */
  private boolean isLeftToTheJdk(Failure failure, Throwable cause) {
    return !done
        && failure.reason() == Reason.TLS_FAILED
        && times.phase() == Phase.SECURE
        && !(cause instanceof NotSslRecordException)
        && !usesJdk
        && !loop.tls().isJdk();
  }

  void onClosed() {
    finish(FailureRules.closed(times.phase(), where()));
  }

  /** After a standstill of this thread, reads what has arrived before it fails the target. */
  private void onTimeout() {
    if (!graced && System.nanoTime() - deadline > LATE_NANOS) {
      graced = true;
      timer = loop.events().schedule(this::onTimeout, 1, TimeUnit.MILLISECONDS);
      return;
    }
    timer = null;
    Phase phase = times.phase();
    String text = "Timed out after " + request.timeout().toMillis() + " ms " + phase.when();
    finish(
        slot.isMoving()
            ? FailureRules.REFUSED
            : new Failure(phase.timeout(), text + ": " + where()));
  }

  /** Any thread may call. */
  boolean isTooLate() {
    return slot.isTooLate();
  }

  /**
   * Ends a probe that got no slot in time, at the start or for a redirect, with the reason {@code
   * OVERLOADED}.
   */
  void refuse() {
    finish(FailureRules.REFUSED);
  }

  /** Ends the probe with the reason {@code CANCELLED}. */
  void cancel() {
    finish(FailureRules.CANCELLED);
  }

  private void finish(Failure failure) {
    if (done) {
      return;
    }
    done = true;
    long now = System.nanoTime();
    times.enter(null, now);
    if (timer != null) {
      timer.cancel(false);
    }
    if (lookup != null) {
      lookup.cancel(false);
    }
    if (connection != null) {
      ProbeResponse partial = connection.partialResponse();
      response = partial == null ? response : partial;
      connection.abandon();
    }
    loop.remove(this);
    slot.free();
    onResult.accept(
        new ProbeResult(
            failure.reason(),
            failure.message(),
            response,
            times.timings(slot.waitMicros(), now),
            address == null ? null : NetUtil.toSocketAddressString(address),
            redirects,
            certificateExpiresAt));
  }

  private String where() {
    if (address == null) {
      return target.host().toString();
    }
    String dialled = NetUtil.toSocketAddressString(address);
    return target.host().address() == null ? target.host() + " (" + dialled + ")" : dialled;
  }
}
