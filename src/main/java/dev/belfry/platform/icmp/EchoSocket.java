package dev.belfry.platform.icmp;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * A ping socket of one family. The system gives all its requests one identifier and brings it only
 * replies with that. Any thread may send; one thread receives.
 */
final class EchoSocket {
  /** Replies that wait to be read; the system may grant less. */
  private static final int RECEIVE_BUFFER = 4 << 20;

  private static final int MOST_BYTES = 2_048;
  private static final int MOST_CONTROL = 256;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  // struct msghdr
  private static final int NAME = 0;
  private static final int NAME_LENGTH = 8;
  private static final int VECTOR = 16;
  private static final int VECTOR_COUNT = 24;
  private static final int CONTROL = 32;
  private static final int CONTROL_LENGTH = 40;
  private static final int FLAGS = 48;
  private static final int HEADER_BYTES = 56;

  // struct cmsghdr
  private static final int CONTROL_LEVEL = 8;
  private static final int CONTROL_TYPE = 12;
  private static final int CONTROL_DATA = 16;

  private final int descriptor;
  private final boolean isIpv6;
  private final InstantSource clock;
  private final Memory address = new Memory(EchoMessage.ADDRESS_IPV6);
  private final Memory data = new Memory(MOST_BYTES);
  private final Memory control = new Memory(MOST_CONTROL);
  private final Memory vector = new Memory(16);
  private final Memory header = new Memory(HEADER_BYTES);

  private EchoSocket(int descriptor, boolean isIpv6, InstantSource clock) {
    this.clock = clock;
    this.descriptor = descriptor;
    this.isIpv6 = isIpv6;
    vector.setPointer(0, data);
    vector.setLong(8, MOST_BYTES);
  }

  /**
   * Opens a socket.
   *
   * @param clock as the system stamps what arrives
   * @throws LastErrorException with {@code EACCES} when the system does not let the group of this
   *     process
   */
  static EchoSocket open(boolean isIpv6, InstantSource clock) {
    int type = LibC.SOCK_DGRAM | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
    int descriptor =
        isIpv6
            ? LibC.socket(LibC.AF_INET6, type, LibC.IPPROTO_ICMPV6)
            : LibC.socket(LibC.AF_INET, type, LibC.IPPROTO_ICMP);
    EchoSocket socket = new EchoSocket(descriptor, isIpv6, clock);
    socket.set(LibC.SOL_SOCKET, LibC.SO_RCVBUF, RECEIVE_BUFFER);
    socket.set(LibC.SOL_SOCKET, LibC.SO_TIMESTAMPNS, 1);
    if (isIpv6) {
      socket.set(LibC.IPPROTO_IPV6, LibC.IPV6_RECVHOPLIMIT, 1);
    } else {
      socket.set(LibC.IPPROTO_IP, LibC.IP_RECVTTL, 1);
    }
    return socket;
  }

  private void set(int level, int name, int value) {
    byte[] bytes = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array();
    LibC.setsockopt(descriptor, level, name, bytes, bytes.length);
  }

  int descriptor() {
    return descriptor;
  }

  /** Sends one request; false when the system has no room for it now. */
  boolean send(InetAddress target, int sequence, long token) throws IOException {
    byte[] message = EchoMessage.request(isIpv6, sequence, token);
    byte[] to = EchoMessage.address(target);
    try {
      LibC.sendto(descriptor, message, message.length, 0, to, to.length);
      return true;
    } catch (LastErrorException e) {
      throwUnlessBusy(e.getErrorCode());
      return false;
    }
  }

  private static void throwUnlessBusy(int error) throws IOException {
    switch (error) {
      case LibC.EAGAIN, LibC.ENOBUFS, LibC.ENOMEM, LibC.EINTR -> {}
      case LibC.ENETUNREACH -> throw new SocketException("Network is unreachable");
      case LibC.EPERM, LibC.EACCES -> throw new SocketException("Operation not permitted");
      default -> throw new NoRouteToHostException("Cannot send to the host: error " + error);
    }
  }

  /** A message that was waiting, and what of it is a reply; null when no message waits. */
  @Nullable Received receive() {
    header.clear();
    header.setPointer(NAME, address);
    header.setInt(NAME_LENGTH, EchoMessage.ADDRESS_IPV6);
    header.setPointer(VECTOR, vector);
    header.setLong(VECTOR_COUNT, 1);
    header.setPointer(CONTROL, control);
    header.setLong(CONTROL_LENGTH, MOST_CONTROL);
    header.setInt(FLAGS, 0);
    long length;
    try {
      length = LibC.recvmsg(descriptor, header, 0);
    } catch (LastErrorException e) {
      return null;
    }
    long now = System.nanoTime();
    int hopLimit = -1;
    long late = 0;
    long end = Math.min(header.getLong(CONTROL_LENGTH), MOST_CONTROL);
    for (long at = 0; at + CONTROL_DATA <= end; ) {
      long size = control.getLong(at);
      if (size < CONTROL_DATA || at + size > end) {
        break;
      }
      int level = control.getInt(at + CONTROL_LEVEL);
      int type = control.getInt(at + CONTROL_TYPE);
      if (level == LibC.SOL_SOCKET && type == LibC.SO_TIMESTAMPNS) {
        late = since(control.getLong(at + CONTROL_DATA), control.getLong(at + CONTROL_DATA + 8));
      } else if (isHopLimit(level, type)) {
        hopLimit = control.getInt(at + CONTROL_DATA);
      }
      at += (size + 7) / 8 * 8;
    }
    return new Received(
        EchoMessage.reply(
            isIpv6,
            address.getByteArray(0, EchoMessage.ADDRESS_IPV6),
            data.getByteArray(0, (int) Math.max(0, length)),
            hopLimit,
            now - late));
  }

  /**
   * A message.
   *
   * @param reply null for any other message
   */
  record Received(@Nullable EchoReply reply) {}

  private static boolean isHopLimit(int level, int type) {
    return (level == LibC.IPPROTO_IP && type == LibC.IP_TTL)
        || (level == LibC.IPPROTO_IPV6 && type == LibC.IPV6_HOPLIMIT);
  }

  /**
   * How long a message has waited to be read, nanoseconds: the time of a busy instance is none of
   * the network's. A clock that was set in between is not believed.
   */
  private long since(long seconds, long nanos) {
    Instant now = clock.instant();
    long waited = (now.getEpochSecond() - seconds) * NANOS_PER_SECOND + now.getNano() - nanos;
    return waited < 0 || waited > NANOS_PER_SECOND ? 0 : waited;
  }

  void close() {
    try {
      LibC.close(descriptor);
    } catch (LastErrorException e) {
      // The descriptor is gone in any case.
    }
  }
}
