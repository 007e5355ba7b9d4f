package dev.belfry.engine.probe.dns;

import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.Phase;
import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeExecution;
import dev.belfry.monitoring.check.DnsRequest;
import dev.belfry.monitoring.check.DnsRequest.Protocol;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.Host;
import dev.belfry.platform.guard.TargetRefusedException;
import io.netty.channel.ChannelException;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks a name server one question. After a third of the time limit without an answer it asks the
 * next of the system's servers or, if there is no other, sends a datagram once more.
 */
public final class DnsExecution extends ProbeExecution {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int IDS = 1 << 16;

  /** Servers of the system at most, as its own resolver has it. */
  private static final int MOST_SERVERS = 3;

  private final DnsRequest request;
  private final Question question;
  private final IpFamily family;
  private final long patienceNanos;
  private final Deque<InetSocketAddress> servers = new ArrayDeque<>(1);
  private final List<DatagramExchange> datagrams = new ArrayList<>(1);
  private @Nullable DnsConnection connection;
  private @Nullable DnsAnswer answer;
  private @Nullable Future<?> silence;
  private int asked;

  /**
   * Creates an execution that waits for its slot.
   *
   * @param timeout of the whole probe
   * @throws TargetRefusedException if the query or the name server is not valid
   */
  public DnsExecution(DnsRequest request, Duration timeout, Context context)
      throws TargetRefusedException {
    this(request, hostOf(request), Question.of(request), timeout, context);
  }

  private DnsExecution(
      DnsRequest request, Host host, Question question, Duration timeout, Context context) {
    super(timeout, host, context);
    this.request = request;
    this.question = question;
    this.family = host.address() instanceof Inet6Address ? IpFamily.IPV6 : IpFamily.IPV4;
    this.patienceNanos = timeout.toNanos() / 3;
  }

  private static Host hostOf(DnsRequest request) throws TargetRefusedException {
    String server = request.nameServer();
    return server == null ? new Host(request.host(), false, null) : Host.ofName(server);
  }

  Question question() {
    return question;
  }

  /** The system's servers are the operator's, so the guard is asked for named servers alone. */
  @Override
  protected void begin() {
    if (request.nameServer() != null) {
      lookUp(family);
      return;
    }
    List<InetSocketAddress> known = loop().nameServers(question.name());
    servers.addAll(known.subList(0, Math.min(known.size(), MOST_SERVERS)));
    askNext();
  }

  @Override
  protected void onResolved(InetAddress resolved) {
    Integer port = request.port();
    servers.add(new InetSocketAddress(resolved, port == null ? DnsRequest.DEFAULT_PORT : port));
    askNext();
  }

  private void askNext() {
    InetSocketAddress server = servers.removeFirst();
    asked++;
    silence = loop().events().schedule(this::onSilence, patienceNanos, TimeUnit.NANOSECONDS);
    if (request.protocol() == Protocol.TCP) {
      connect(server);
    } else {
      send(server);
    }
  }

  private void onSilence() {
    silence = null;
    if (!servers.isEmpty()) {
      abandonConnection();
      askNext();
    } else if (asked == 1 && !datagrams.isEmpty()) {
      datagrams.get(0).send();
    }
  }

  private void send(InetSocketAddress server) {
    dialling(server);
    enter(Phase.FIRST_BYTE);
    DatagramExchange exchange;
    try {
      exchange = new DatagramExchange(this, server, RANDOM.nextInt(IDS));
    } catch (ChannelException e) {
      onFailure(e);
      return;
    }
    datagrams.add(exchange);
    exchange.open();
  }

  private void connect(InetSocketAddress server) {
    dialling(server);
    enter(Phase.CONNECT);
    DnsConnection next;
    try {
      next = new DnsConnection(this, server, RANDOM.nextInt(IDS));
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

  /** A datagram answers the question, or says that the whole answer is too large for one. */
  void onDatagram(DnsMessage message, InetSocketAddress server) {
    answer = answer(message, server, Protocol.UDP, message.isTruncated());
    if (message.isTruncated()) {
      giveUpOthers();
      connect(server);
    } else {
      dialling(server);
      finish(Failure.NONE);
    }
  }

  void onConnectionAnswer(DnsMessage message, InetSocketAddress server) {
    connection = null;
    boolean truncated = answer != null || message.isTruncated();
    answer = answer(message, server, Protocol.TCP, truncated);
    finish(Failure.NONE);
  }

  private static DnsAnswer answer(
      DnsMessage message, InetSocketAddress server, Protocol protocol, boolean truncated) {
    return new DnsAnswer(message, NetUtil.toSocketAddressString(server), protocol, truncated);
  }

  void onMalformed(MalformedAnswerException malformed, InetSocketAddress server) {
    String text =
        "The answer of %s is not a valid DNS message: %s"
            .formatted(NetUtil.toSocketAddressString(server), malformed.getMessage());
    finish(new Failure(Reason.MALFORMED_RESPONSE, text));
  }

  /** A server cannot be asked over UDP; another that has been asked may still answer. */
  void onRefused(DatagramExchange refused, Throwable cause) {
    datagrams.remove(refused);
    if (isDone() || goesOn() || !datagrams.isEmpty()) {
      return;
    }
    enter(Phase.CONNECT);
    finish(
        failure(
            cause instanceof PortUnreachableException ? new ConnectException("refused") : cause));
  }

  @Override
  protected void onFailure(Throwable cause) {
    connection = null;
    if (!goesOn()) {
      super.onFailure(cause);
    }
  }

  @Override
  protected void onClosed() {
    connection = null;
    if (!goesOn()) {
      super.onClosed();
    }
  }

  private boolean goesOn() {
    if (servers.isEmpty()) {
      return false;
    }
    if (silence != null) {
      silence.cancel(false);
    }
    askNext();
    return true;
  }

  private void giveUpOthers() {
    servers.clear();
    datagrams.forEach(DatagramExchange::close);
    datagrams.clear();
    if (silence != null) {
      silence.cancel(false);
    }
  }

  private void abandonConnection() {
    DnsConnection open = connection;
    connection = null;
    if (open != null) {
      open.abandon();
    }
  }

  @Override
  protected @Nullable ProbeAnswer release() {
    giveUpOthers();
    abandonConnection();
    return answer;
  }
}
