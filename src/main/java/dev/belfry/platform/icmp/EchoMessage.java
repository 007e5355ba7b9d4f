package dev.belfry.platform.icmp;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads and writes echo messages and the addresses of sockets, as Linux lays them out. */
final class EchoMessage {
  /** Bytes of an ICMP header. */
  private static final int HEADER = 8;

  /** Bytes of a message, as the program ping sends: the header, the token and zeros. */
  private static final int LENGTH = EchoGateway.PACKET_SIZE;

  static final int ADDRESS_IPV4 = 16;
  static final int ADDRESS_IPV6 = 28;

  private static final byte REQUEST_IPV4 = 8;
  private static final byte REQUEST_IPV6 = (byte) 128;
  private static final byte REPLY_IPV4 = 0;
  private static final byte REPLY_IPV6 = (byte) 129;
  private static final int SEQUENCE_AT = 6;
  private static final int ADDRESS_AT_IPV4 = 4;
  private static final int ADDRESS_AT_IPV6 = 8;
  private static final int SCOPE_AT = 24;

  private EchoMessage() {}

  /** A request; the system fills in checksum and identifier. */
  static byte[] request(boolean isIpv6, int sequence, long token) {
    return ByteBuffer.allocate(LENGTH)
        .put(isIpv6 ? REQUEST_IPV6 : REQUEST_IPV4)
        .position(SEQUENCE_AT)
        .putShort((short) sequence)
        .putLong(token)
        .array();
  }

  /**
   * Reads a reply; null for any other message.
   *
   * @param address of the sender, as the system wrote it
   * @param message as it arrived, without an IP header
   */
  static @Nullable EchoReply reply(
      boolean isIpv6, byte[] address, byte[] message, int hopLimit, long at) {
    if (message.length < HEADER + Long.BYTES || message[0] != (isIpv6 ? REPLY_IPV6 : REPLY_IPV4)) {
      return null;
    }
    int from = isIpv6 ? ADDRESS_AT_IPV6 : ADDRESS_AT_IPV4;
    byte[] sender = Arrays.copyOfRange(address, from, from + (isIpv6 ? 16 : 4));
    try {
      return new EchoReply(
          InetAddress.getByAddress(sender),
          Short.toUnsignedInt(ByteBuffer.wrap(message).getShort(SEQUENCE_AT)),
          ByteBuffer.wrap(message).getLong(HEADER),
          hopLimit,
          at);
    } catch (UnknownHostException e) {
      throw new AssertionError("4 and 16 bytes are an address", e);
    }
  }

  /** The address that a datagram is sent to. */
  static byte[] address(InetAddress target) {
    if (target instanceof Inet4Address) {
      return ByteBuffer.allocate(ADDRESS_IPV4)
          .order(ByteOrder.nativeOrder())
          .putShort((short) LibC.AF_INET)
          .position(ADDRESS_AT_IPV4)
          .put(target.getAddress())
          .array();
    }
    ByteBuffer address =
        ByteBuffer.allocate(ADDRESS_IPV6)
            .order(ByteOrder.nativeOrder())
            .putShort((short) LibC.AF_INET6)
            .position(ADDRESS_AT_IPV6)
            .put(target.getAddress());
    int scope = target instanceof Inet6Address scoped ? scoped.getScopeId() : 0;
    return address.putInt(SCOPE_AT, scope).array();
  }
}
