package dev.belfry.platform.icmp;

import java.io.IOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many echo requests a process sends, so that no set of monitors makes it a flooder. It
 * has a token for each request; a tenth of a second's tokens may be saved up.
 */
public final class PacedEchoes implements EchoGateway {
  /** Requests in a second at most: 20,000 monitors with 10 pings a minute take 3,333. */
  public static final int MOST_PER_SECOND = 5_000;

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int SAVED_PART = 10;

  private final EchoGateway gateway;
  private final LongSupplier nanoTime;
  private final long perRequest;
  private final long saved;

  /** When the tokens that were taken are all used up. */
  private long busyUntil;

  /**
   * Creates a bound on a gateway, which it owns.
   *
   * @param perSecond requests in a second at most, at least 1
   * @param nanoTime as {@link System#nanoTime}
   */
  public PacedEchoes(EchoGateway gateway, int perSecond, LongSupplier nanoTime) {
    this.gateway = gateway;
    this.nanoTime = nanoTime;
    this.perRequest = NANOS_PER_SECOND / perSecond;
    this.saved = Math.max(perRequest, NANOS_PER_SECOND / SAVED_PART);
    this.busyUntil = nanoTime.getAsLong() - saved;
  }

  /** The ping sockets of the system, with the usual bound. */
  public static EchoGateway ofSystem(InstantSource clock) {
    return new PacedEchoes(EchoSockets.open(clock), MOST_PER_SECOND, System::nanoTime);
  }

  @Override
  public @Nullable String refusal() {
    return gateway.refusal();
  }

  @Override
  public boolean send(InetAddress target, int sequence, long token) throws IOException {
    return mayGo() && gateway.send(target, sequence, token);
  }

  private synchronized boolean mayGo() {
    long now = nanoTime.getAsLong();
    long from = now - busyUntil > saved ? now - saved : busyUntil;
    if (from + perRequest - now > 0) {
      return false;
    }
    busyUntil = from + perRequest;
    return true;
  }

  @Override
  public Runnable listen(Consumer<EchoReply> taker) {
    return gateway.listen(taker);
  }

  @Override
  public void close() {
    gateway.close();
  }
}
