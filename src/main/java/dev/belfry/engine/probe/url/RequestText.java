package dev.belfry.engine.probe.url;

import dev.belfry.platform.guard.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes the bytes of a request. */
public final class RequestText {
  private final String fixed;

  /**
   * Creates the writer of all requests of a prober.
   *
   * @param userAgent ASCII on one line
   */
  public RequestText(String userAgent) {
    fixed =
        "\r\nUser-Agent: "
            + userAgent
            + "\r\nAccept: */*\r\nAccept-Encoding: identity\r\nConnection: close\r\n";
  }

  /** The bytes of a GET request to a target. */
  ByteBuf bytes(ByteBufAllocator allocator, Target target) {
    String path = target.pathAndQuery();
    ByteBuf out = allocator.ioBuffer(path.length() + fixed.length() + 128);
    ByteBufUtil.writeAscii(out, "GET ");
    ByteBufUtil.writeAscii(out, path);
    ByteBufUtil.writeAscii(out, " HTTP/1.1\r\nHost: ");
    ByteBufUtil.writeAscii(out, target.authority());
    ByteBufUtil.writeAscii(out, fixed);
    String userInfo = target.userInfo();
    if (userInfo != null) {
      ByteBufUtil.writeAscii(out, "Authorization: Basic " + basic(userInfo) + "\r\n");
    }
    ByteBufUtil.writeAscii(out, "\r\n");
    return out;
  }

  /** Encodes user name and password (RFC 7617). */
  private static String basic(String userInfo) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream(userInfo.length());
    for (int i = 0; i < userInfo.length(); i++) {
      int decoded = userInfo.charAt(i) == '%' ? octet(userInfo, i + 1) : -1;
      plain.write(decoded < 0 ? userInfo.charAt(i) : decoded);
      i += decoded < 0 ? 0 : 2;
    }
    if (userInfo.indexOf(':') < 0) {
      plain.write(':');
    }
    return Base64.getEncoder().encodeToString(plain.toByteArray());
  }

  private static int octet(String text, int at) {
    if (at + 2 > text.length()) {
      return -1;
    }
    byte[] digits = text.substring(at, at + 2).getBytes(StandardCharsets.US_ASCII);
    int high = Character.digit(digits[0], 16);
    int low = Character.digit(digits[1], 16);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  }
}
