package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.Host;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Executes one probe: its slot, its time limit, the lookup of names, its phases and its one result.
 * A type of check extends it with what it sends and reads. Confined to one event loop, except for
 * {@link #isTooLate}.
 */
public abstract class ProbeExecution {
  /** A time-out that fires so late shows that this thread stood still. */
  private static final long LATE_NANOS = 20_000_000;

  private final Duration timeout;
  private final ProbeEventLoop loop;
  private final ProbeSlot slot;
  private final Consumer<ProbeResult> onResult;
  private Host host;
  private PhaseTimes times;
  private @Nullable Future<?> timer;
  private @Nullable Future<InetAddress> lookup;
  private @Nullable InetSocketAddress address;
  private @Nullable Instant certificateExpiresAt;
  private long deadline;
  private boolean graced;
  private boolean done;

  /**
   * What the prober gives to each execution.
   *
   * @param loop that the execution is confined to
   * @param limiter has admitted an execution before {@link #onSlot}, and gets its slot back
   * @param onResult called once
   */
  public record Context(
      ProbeEventLoop loop,
      ConcurrencyLimiter<ProbeExecution> limiter,
      Consumer<ProbeResult> onResult) {}

  /**
   * Creates an execution that waits for its slot.
   *
   * @param host that the slot counts for
   */
  protected ProbeExecution(Duration timeout, Host host, Context context) {
    this.timeout = timeout;
    this.host = host;
    this.loop = context.loop();
    this.slot = new ProbeSlot(context.limiter(), this, host.name());
    this.onResult = context.onResult();
    this.times = new PhaseTimes(System.nanoTime());
  }

  /** Begins the first hop, or the one that has waited for its host; {@link #lookUp} comes first. */
  protected abstract void begin();

  /** Goes on with the address that the lookup found and the guard permits. */
  protected abstract void onResolved(InetAddress resolved);

  /**
   * Closes what is open, since the probe ends. Called once.
   *
   * @return the answer as far as it came; null for none
   */
  protected abstract @Nullable ProbeAnswer release();

  /** Followed addresses, in order. */
  protected List<String> redirects() {
    return List.of();
  }

  /**
   * Whether the probe goes on after its time limit, because its answer may be complete; then the
   * type ends it within a second.
   */
  protected boolean outlastsTimeout() {
    return false;
  }

  /** The phase whose time is the response time; null for all of them together. */
  protected @Nullable Phase measured() {
    return null;
  }

  /** The event loop that it is confined to. Any thread may call. */
  public final ProbeEventLoop loop() {
    return loop;
  }

  /** The host that slots count for first. */
  public final String host() {
    return host.name();
  }

  /** Begins the first hop, or the one that has waited for its host. Call it on the event loop. */
  public final void onSlot() {
    if (slot.isAdmitted()) {
      if (!done) {
        times.exclude(slot.moved());
        begin();
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
    deadline = now + timeout.toNanos();
    timer = loop.events().schedule(this::onTimeout, timeout.toNanos(), TimeUnit.NANOSECONDS);
    begin();
  }

  /** Begins a hop to a host as soon as there is a slot for it, at once if it is the same host. */
  protected final void moveTo(Host next) {
    host = next;
    if (slot.isAt(next.name())) {
      begin();
    } else {
      slot.move(next.name());
    }
  }

  /** Looks the host up and asks the guard; {@link #onResolved} follows, or the probe fails. */
  protected final void lookUp(IpFamily family) {
    enter(Phase.LOOKUP);
    address = null;
    StandardProtocolFamily protocol =
        family == IpFamily.IPV6 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
    Future<InetAddress> resolved = loop.guard().resolve(host, protocol);
    lookup = resolved;
    if (resolved.isDone()) {
      onLookupEnded(resolved);
    } else {
      resolved.addListener(future -> onLookupEnded(resolved));
    }
  }

  private void onLookupEnded(Future<InetAddress> resolved) {
    lookup = null;
    if (done) {
      return;
    }
    if (resolved.isSuccess()) {
      enter(null);
      onResolved(resolved.getNow());
    } else if (resolved.cause() instanceof TargetRefusedException refused) {
      finish(FailureRules.refused(refused, !redirects().isEmpty()));
    } else {
      finish(new Failure(Reason.NAME_LOOKUP_FAILED, "The host name " + host + " was not resolved"));
    }
  }

  /**
   * Notes the address that is dialled, for messages and the result.
   *
   * @param dialled with port 0 where the protocol has no ports
   */
  protected final void dialling(InetSocketAddress dialled) {
    address = dialled;
  }

  /** Ends the phase under way and begins the next, or none for null. */
  protected final void enter(@Nullable Phase phase) {
    times.enter(phase, System.nanoTime());
  }

  /** The phase under way. */
  protected final Phase phase() {
    return times.phase();
  }

  /** Whether it has its result. */
  protected final boolean isDone() {
    return done;
  }

  /**
   * Notes when the target's certificate expires.
   *
   * @param expiresAt null without a certificate
   */
  protected final void onSecured(@Nullable Instant expiresAt) {
    certificateExpiresAt = expiresAt;
  }

  /** Fails the probe for what the network threw. */
  protected void onFailure(Throwable cause) {
    finish(failure(cause));
  }

  /** The failure that an exception stands for. A refused certificate tells when it expires. */
  protected final Failure failure(Throwable cause) {
    for (Throwable at = cause; at != null; at = at.getCause()) {
      if (at instanceof CertificateRefusedException refused) {
        certificateExpiresAt = refused.expiresAt();
      }
    }
    return FailureRules.of(cause, times.phase(), where());
  }

  /** The target closed the connection, which fails the probe. */
  protected void onClosed() {
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
    if (!outlastsTimeout()) {
      finish(slot.isMoving() ? FailureRules.REFUSED : timedOut());
    }
  }

  /** The failure of a probe that takes too long in the phase under way. */
  protected final Failure timedOut() {
    Phase phase = times.phase();
    String text = "Timed out after " + timeout.toMillis() + " ms " + phase.when();
    return new Failure(phase.timeout(), text + ": " + where());
  }

  /** Whether it has waited for its slot for too long. Any thread may call. */
  public final boolean isTooLate() {
    return slot.isTooLate();
  }

  /**
   * Ends a probe that got no slot in time, at the start or for a redirect, with the reason {@code
   * OVERLOADED}.
   */
  public final void refuse() {
    finish(FailureRules.REFUSED);
  }

  /** Ends the probe with the reason {@code CANCELLED}. */
  public final void cancel() {
    finish(FailureRules.CANCELLED);
  }

  /** Ends the probe, unless it has ended; {@link Failure#NONE} for a complete answer. */
  protected final void finish(Failure failure) {
    finish(failure, System.nanoTime());
  }

  /**
   * Ends the probe, unless it has ended.
   *
   * @param at when the last phase ended, in the time of {@link System#nanoTime}
   */
  protected final void finish(Failure failure, long at) {
    if (done) {
      return;
    }
    done = true;
    times.enter(null, at);
    if (timer != null) {
      timer.cancel(false);
    }
    if (lookup != null) {
      lookup.cancel(false);
    }
    ProbeAnswer answer = release();
    loop.remove(this);
    slot.free();
    onResult.accept(
        new ProbeResult(
            failure.reason(),
            failure.message(),
            answer,
            times.timings(slot.waitMicros(), at, measured()),
            address == null ? null : AddressText.of(address),
            redirects(),
            certificateExpiresAt));
  }

  private String where() {
    return AddressText.of(host, address);
  }
}
