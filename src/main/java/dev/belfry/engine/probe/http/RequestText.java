package dev.belfry.engine.probe.http;

import dev.belfry.monitoring.check.HttpParameter;
import dev.belfry.platform.guard.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/** Writes the bytes of a request. */
public final class RequestText {
  /** Methods whose requests tell their length even without a body (RFC 9110, section 8.6). */
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

  private final String userAgent;
  private final String fixed;

  /**
   * Creates the writer of all requests of a prober.
   *
   * @param userAgent ASCII on one line
   */
  public RequestText(String userAgent) {
    this.userAgent = userAgent;
    fixed =
        "\r\nUser-Agent: "
            + userAgent
            + "\r\nAccept: */*\r\nAccept-Encoding: identity\r\nConnection: close\r\n";
  }

  /** The bytes of a request to a target. */
  ByteBuf bytes(ByteBufAllocator allocator, HttpCall call, Target target) {
    String path = target.pathAndQuery();
    String body = call.body();
    int length = body == null ? 0 : ByteBufUtil.utf8Bytes(body);
    ByteBuf out = allocator.ioBuffer(path.length() + fixed.length() + 128 + length);
    ByteBufUtil.writeAscii(out, call.method());
    out.writeByte(' ');
    ByteBufUtil.writeAscii(out, path);
    ByteBufUtil.writeAscii(out, " HTTP/1.1\r\nHost: ");
    ByteBufUtil.writeAscii(out, target.authority());
    if (call.headers().isEmpty()) {
      ByteBufUtil.writeAscii(out, fixed);
    } else {
      write(out, call.headers());
    }
    String userInfo = target.userInfo();
    if (userInfo != null && !HttpCall.has(call.headers(), "authorization")) {
      ByteBufUtil.writeAscii(out, "Authorization: Basic " + basic(userInfo) + "\r\n");
    }
    if (body != null || WITH_BODY.contains(call.method())) {
      ByteBufUtil.writeAscii(out, "Content-Length: " + length + "\r\n\r\n");
      if (body != null) {
        ByteBufUtil.writeUtf8(out, body);
      }
    } else {
      ByteBufUtil.writeAscii(out, "\r\n");
    }
    return out;
  }

  /** Writes headers, and the usual ones that are not among them. */
  private void write(ByteBuf out, List<HttpParameter> headers) {
    ByteBufUtil.writeAscii(out, "\r\nConnection: close\r\n");
    writeUnlessAmong(out, headers, "User-Agent", userAgent);
    writeUnlessAmong(out, headers, "Accept", "*/*");
    writeUnlessAmong(out, headers, "Accept-Encoding", "identity");
    for (HttpParameter header : headers) {
      ByteBufUtil.writeAscii(out, header.key());
      ByteBufUtil.writeAscii(out, ": ");
      ByteBufUtil.writeUtf8(out, header.value());
      ByteBufUtil.writeAscii(out, "\r\n");
    }
  }

  private static void writeUnlessAmong(
      ByteBuf out, List<HttpParameter> headers, String name, String value) {
    if (!HttpCall.has(headers, name)) {
      ByteBufUtil.writeAscii(out, name + ": " + value + "\r\n");
    }
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
