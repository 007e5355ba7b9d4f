package dev.belfry.engine.probe.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** Tells which responses redirect, and where to (RFC 9110 section 15.4). */
final class Redirects {
  private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

  private Redirects() {}

  /** Whether a response has a status that redirects and a location. */
  static boolean is(HttpResponse head) {
    return STATUSES.contains(head.status().code())
        && head.headers().contains(HttpHeaderNames.LOCATION);
  }

  /** The location: a header arrives a byte to a character, and is UTF-8 where that is valid. */
  static String location(HttpResponse head) {
    String value = head.headers().get(HttpHeaderNames.LOCATION, "");
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return value;
    }
  }
}
