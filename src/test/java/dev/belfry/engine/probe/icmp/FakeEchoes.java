package dev.belfry.engine.probe.icmp;

import dev.belfry.platform.icmp.EchoGateway;
import dev.belfry.platform.icmp.EchoReply;
import dev.belfry.platform.icmp.NoEchoes;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A network for pings in memory. Unless a script says otherwise, every ping is answered after 12.5
 * ms with a hop limit of 57.
 */
public final class FakeEchoes implements EchoGateway {
  private static final long NANOS = 12_500_000;
  private static final int HOPS = 57;

  private final List<Consumer<EchoReply>> takers = new CopyOnWriteArrayList<>();
  private final List<Echo> sent = new CopyOnWriteArrayList<>();
  private volatile Script script = Echo::answer;
  private volatile Predicate<Echo> held = echo -> false;

  /** What becomes of pings. */
  public interface Script {
    /**
     * A ping was sent.
     *
     * @throws IOException for a target that cannot be reached
     */
    void onPing(Echo echo) throws IOException;
  }

  /** A ping that was sent. */
  public final class Echo {
    private final InetAddress target;
    private final int sequence;
    private final long token;
    private final long at = System.nanoTime();

    private Echo(InetAddress target, int sequence, long token) {
      this.target = target;
      this.sequence = sequence;
      this.token = token;
    }

    /** 0 for the first of a run. */
    public int sequence() {
      return sequence;
    }

    public InetAddress target() {
      return target;
    }

    public void answer() {
      answerAfter(Duration.ofNanos(NANOS));
    }

    public void answerAfter(Duration latency) {
      reply(new EchoReply(target, sequence, token, HOPS, at + latency.toNanos()));
    }

    /** Somebody else answers. */
    public void answerFrom(InetAddress other) {
      reply(new EchoReply(other, sequence, token, HOPS, at));
    }

    /** A reply with another token or number arrives. */
    public void answerWith(long otherToken, int otherSequence) {
      reply(new EchoReply(target, otherSequence, otherToken, HOPS, at));
    }

    public long token() {
      return token;
    }
  }

  private void reply(EchoReply reply) {
    takers.forEach(taker -> taker.accept(reply));
  }

  /** A router of a process that may not ping. */
  public static EchoRouter router() {
    return new EchoRouter(new NoEchoes("Nothing is pinged here"));
  }

  public void script(Script next) {
    script = next;
  }

  /** Pings that the system has no room for. */
  public void hold(Predicate<Echo> which) {
    held = which;
  }

  /** The pings so far, oldest first. */
  public List<Echo> sent() {
    return sent;
  }

  @Override
  public @Nullable String refusal() {
    return null;
  }

  @Override
  public boolean send(InetAddress target, int sequence, long token) throws IOException {
    Echo echo = new Echo(target, sequence, token);
    if (held.test(echo)) {
      return false;
    }
    sent.add(echo);
    script.onPing(echo);
    return true;
  }

  @Override
  public Runnable listen(Consumer<EchoReply> taker) {
    takers.add(taker);
    return () -> takers.remove(taker);
  }

  @Override
  public void close() {
    takers.clear();
  }
}
