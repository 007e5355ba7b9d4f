package dev.belfry.platform.icmp;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/**
 * The system calls that the JDK has no way to: it opens no socket of a protocol other than TCP and
 * UDP. Names and numbers are those of 64-bit Linux. A call that fails throws its error number.
 */
final class LibC {
  static final int AF_INET = 2;
  static final int AF_INET6 = 10;
  static final int SOCK_DGRAM = 2;
  static final int SOCK_NONBLOCK = 0x800;
  static final int SOCK_CLOEXEC = 0x80000;
  static final int IPPROTO_ICMP = 1;
  static final int IPPROTO_ICMPV6 = 58;

  static final int SOL_SOCKET = 1;
  static final int SO_RCVBUF = 8;
  static final int SO_TIMESTAMPNS = 35;
  static final int IPPROTO_IP = 0;
  static final int IP_TTL = 2;
  static final int IP_RECVTTL = 12;
  static final int IPPROTO_IPV6 = 41;
  static final int IPV6_RECVHOPLIMIT = 51;
  static final int IPV6_HOPLIMIT = 52;

  static final short POLLIN = 1;

  static final int EPERM = 1;
  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int ENOMEM = 12;
  static final int EACCES = 13;
  static final int ENETUNREACH = 101;
  static final int ENOBUFS = 105;

  static {
    Native.register(LibC.class, Platform.C_LIBRARY_NAME);
  }

  private LibC() {}

  static native int socket(int domain, int type, int protocol) throws LastErrorException;

  static native int setsockopt(int socket, int level, int name, byte[] value, int length)
      throws LastErrorException;

  static native long sendto(
      int socket, byte[] data, long length, int flags, byte[] address, int addressLength)
      throws LastErrorException;

  static native long recvmsg(int socket, Pointer message, int flags) throws LastErrorException;

  static native int poll(Pointer sockets, long count, int millis) throws LastErrorException;

  static native int close(int socket) throws LastErrorException;
}
