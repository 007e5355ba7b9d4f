package dev.belfry.engine.probe.tcp;

import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.Phase;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeExecution;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.TcpRequest;
import dev.belfry.platform.guard.Host;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.channel.ChannelException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Connects to a port and sends what the request says. It reads an answer only when an assertion
 * looks at one.
 */
public final class TcpExecution extends ProbeExecution {
  private final TcpRequest request;
  private final boolean reads;
  private @Nullable TcpConnection connection;
  private @Nullable TcpAnswer answer;
  private boolean overdue;

  /**
   * Creates an execution that waits for its slot.
   *
   * @param timeout of the whole probe
   * @throws TargetRefusedException if the host cannot be dialled
   */
  public TcpExecution(TcpRequest request, Duration timeout, Context context)
      throws TargetRefusedException {
    super(timeout, Host.ofName(request.hostname()), context);
    this.request = request;
    this.reads = request.assertions().stream().anyMatch(TcpExecution::readsData);
  }

  private static boolean readsData(Assertion assertion) {
    return assertion.comparison() != null && assertion.source() == AssertionSource.RESPONSE_DATA;
  }

  @Override
  protected void begin() {
    lookUp(request.ipFamily());
  }

  @Override
  protected void onResolved(InetAddress resolved) {
    InetSocketAddress address = new InetSocketAddress(resolved, request.port());
    dialling(address);
    enter(Phase.CONNECT);
    TcpConnection next;
    try {
      next = new TcpConnection(this, address, request.data(), reads);
    } catch (ChannelException e) {
      onFailure(e);
      return;
    }
    connection = next;
    next.open(null);
  }

  void onPhase(Phase phase) {
    enter(phase);
  }

  /**
   * The answer is complete.
   *
   * @param at when it was, in the time of {@link System#nanoTime}
   */
  void onAnswer(TcpAnswer complete, long at) {
    answer = complete;
    connection = null;
    finish(Failure.NONE, at);
  }

  /** Whether more may arrive; a byte that comes after the time limit fails the probe. */
  boolean admitsMore() {
    if (overdue) {
      finish(timedOut());
    }
    return !isDone();
  }

  /** What came may be all there is; the silence after it does not count. */
  @Override
  protected boolean outlastsTimeout() {
    TcpConnection open = connection;
    overdue = open != null && open.hasData();
    return overdue;
  }

  /** A server that has said all it wants to say may hang up. */
  @Override
  protected void onClosed() {
    TcpConnection open = connection;
    if (reads && open != null) {
      onAnswer(open.answer(), open.endedAt());
    } else {
      super.onClosed();
    }
  }

  @Override
  protected @Nullable ProbeAnswer release() {
    TcpConnection open = connection;
    if (open == null) {
      return answer;
    }
    open.abandon();
    return open.hasData() ? open.answer() : null;
  }
}
