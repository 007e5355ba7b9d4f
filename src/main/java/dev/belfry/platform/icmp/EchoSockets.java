package dev.belfry.platform.icmp;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends echo requests over one ping socket of each family, which all requests of a process share.
 * One thread hears the replies.
 */
public final class EchoSockets implements EchoGateway {
  private static final Logger LOG = LoggerFactory.getLogger(EchoSockets.class);
  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ping_group_range");
  private static final int POLL_MILLIS = 500;
  private static final int POLLED = 8;

  private final @Nullable EchoSocket ipv4;
  private final @Nullable EchoSocket ipv6;
  private final List<Consumer<EchoReply>> takers = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  private EchoSockets(@Nullable EchoSocket ipv4, @Nullable EchoSocket ipv6) {
    this.ipv4 = ipv4;
    this.ipv6 = ipv6;
  }

  /**
   * Opens the sockets. Where the system forbids them, or has none, the gateway refuses and says
   * why.
   *
   * @param clock the system's own
   */
  public static EchoGateway open(InstantSource clock) {
    if (!Platform.isLinux() || Native.POINTER_SIZE != Long.BYTES) {
      return new NoEchoes("Pings need 64-bit Linux");
    }
    EchoSocket ipv4 = null;
    EchoSocket ipv6 = null;
    int error;
    try {
      ipv4 = EchoSocket.open(false, clock);
      error = 0;
    } catch (LastErrorException e) {
      error = e.getErrorCode();
    }
    try {
      ipv6 = EchoSocket.open(true, clock);
    } catch (LastErrorException e) {
      error = error == 0 ? 0 : e.getErrorCode();
    }
    if (ipv4 == null && ipv6 == null) {
      return new NoEchoes(refusal(error));
    }
    EchoSockets sockets = new EchoSockets(ipv4, ipv6);
    Thread thread = new Thread(sockets::hear, "belfry-echoes");
    thread.setDaemon(true);
    thread.start();
    return sockets;
  }

  private static String refusal(int error) {
    return error == LibC.EACCES || error == LibC.EPERM
        ? "net.ipv4.ping_group_range is \""
            + range()
            + "\" and does not include the group of the process"
        : "The system opens no ping socket: error " + error;
  }

  private static String range() {
    // In one read: the system shows such a file only from its beginning.
    try (InputStream file = Files.newInputStream(RANGE)) {
      byte[] text = new byte[64];
      int length = Math.max(0, file.read(text));
      return new String(text, 0, length, StandardCharsets.US_ASCII).strip().replaceAll("\\s+", " ");
    } catch (IOException e) {
      return "not readable";
    }
  }

  @Override
  public @Nullable String refusal() {
    return null;
  }

  @Override
  public boolean send(InetAddress target, int sequence, long token) throws IOException {
    EchoSocket socket = target instanceof Inet6Address ? ipv6 : ipv4;
    if (socket == null || closed) {
      throw new SocketException("Network is unreachable");
    }
    return socket.send(target, sequence, token);
  }

  @Override
  public Runnable listen(Consumer<EchoReply> taker) {
    takers.add(taker);
    return () -> takers.remove(taker);
  }

  private void hear() {
    List<EchoSocket> sockets = new ArrayList<>(2);
    if (ipv4 != null) {
      sockets.add(ipv4);
    }
    if (ipv6 != null) {
      sockets.add(ipv6);
    }
    Memory polled = new Memory((long) POLLED * sockets.size());
    while (!closed) {
      for (int i = 0; i < sockets.size(); i++) {
        polled.setInt((long) i * POLLED, sockets.get(i).descriptor());
        polled.setShort((long) i * POLLED + 4, LibC.POLLIN);
        polled.setShort((long) i * POLLED + 6, (short) 0);
      }
      try {
        LibC.poll(polled, sockets.size(), POLL_MILLIS);
      } catch (LastErrorException e) {
        if (e.getErrorCode() != LibC.EINTR) {
          LOG.error("Waiting for echo replies failed; pings of this instance fail from now on", e);
          closed = true;
        }
        continue;
      }
      for (int i = 0; i < sockets.size(); i++) {
        if (polled.getShort((long) i * POLLED + 6) != 0) {
          drain(sockets.get(i));
        }
      }
    }
    sockets.forEach(EchoSocket::close);
  }

  private void drain(EchoSocket socket) {
    EchoSocket.Received received = socket.receive();
    while (received != null && !closed) {
      EchoReply reply = received.reply();
      if (reply != null) {
        tell(reply);
      }
      received = socket.receive();
    }
  }

  private void tell(EchoReply reply) {
    for (Consumer<EchoReply> taker : takers) {
      try {
        taker.accept(reply);
      } catch (RuntimeException e) {
        LOG.error("An echo reply was not taken", e); // The thread has to hear the others.
      }
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
