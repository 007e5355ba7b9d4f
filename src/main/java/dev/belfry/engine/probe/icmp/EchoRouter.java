package dev.belfry.engine.probe.icmp;

import dev.belfry.platform.icmp.EchoGateway;
import dev.belfry.platform.icmp.EchoReply;
import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Leads each echo reply to the run that waits for it. Every run has a secret number in its pings,
 * and takes a reply only from the address that it pinged, so that no other host can answer in its
 * place. Any thread may call.
 */
public final class EchoRouter implements AutoCloseable {
  /** Time from one ping of a run to the next, as the clients' service has it. */
  public static final Duration INTERVAL = Duration.ofMillis(500);

  /** How long a run waits for replies after its last ping. */
  public static final Duration PATIENCE = Duration.ofSeconds(2);

  private final EchoGateway gateway;
  private final Duration interval;
  private final Duration patience;
  private final SecureRandom random = new SecureRandom();
  private final Map<Long, Waiting> waiting = new ConcurrentHashMap<>();
  private final Runnable stop;

  private record Waiting(InetAddress target, PingTaker taker) {}

  /** Takes the replies of one run. */
  interface PingTaker {
    /**
     * A ping was answered, perhaps once more. It is called on the thread that hears replies.
     *
     * @param ping 0 for the first
     */
    void onReply(int ping, EchoReply reply);
  }

  /** Creates a router with the times of a service. */
  public EchoRouter(EchoGateway gateway) {
    this(gateway, INTERVAL, PATIENCE);
  }

  /**
   * Creates a router.
   *
   * @param gateway stays open when the router is closed
   * @param interval from one ping of a run to the next
   * @param patience after the last ping of a run
   */
  public EchoRouter(EchoGateway gateway, Duration interval, Duration patience) {
    this.gateway = gateway;
    this.interval = interval;
    this.patience = patience;
    this.stop = gateway.listen(this::onReply);
  }

  Duration interval() {
    return interval;
  }

  Duration patience() {
    return patience;
  }

  /** Why no pings can be sent, as {@link EchoGateway#refusal}; null when they can. */
  @Nullable String refusal() {
    return gateway.refusal();
  }

  /**
   * Begins to take replies for a run.
   *
   * @return the number of the run, for {@link #send} and {@link #leave}
   */
  long enter(InetAddress target, PingTaker taker) {
    Waiting one = new Waiting(target, taker);
    long number;
    do {
      number = random.nextLong();
    } while (waiting.putIfAbsent(number, one) != null);
    return number;
  }

  /**
   * Sends a ping of a run; false when it has to be sent later.
   *
   * @param ping 0 for the first
   * @throws IOException if the target cannot be reached from here
   */
  boolean send(long number, InetAddress target, int ping) throws IOException {
    return gateway.send(target, ping, number);
  }

  void leave(long number) {
    waiting.remove(number);
  }

  private void onReply(EchoReply reply) {
    Waiting one = waiting.get(reply.token());
    if (one != null && one.target().equals(reply.from())) {
      one.taker().onReply(reply.sequence(), reply);
    }
  }

  /** Takes no more replies. */
  @Override
  public void close() {
    stop.run();
    waiting.clear();
  }
}
