package dev.belfry.api.http;

import io.netty.handler.codec.DateFormatter;
import java.time.Instant;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** Moments as they are in headers (RFC 9110, section 5.6.7), which know no parts of a second. */
public final class HttpDate {
  private HttpDate() {}

  /** A moment as a header value. */
  public static String format(Instant moment) {
    return DateFormatter.format(Date.from(moment));
  }

  /** The moment of a header value, null when it is not a date. */
  static @Nullable Instant parse(String value) {
    Date date = value.length() > 64 ? null : DateFormatter.parseHttpDate(value);
    return date == null ? null : date.toInstant();
  }
}
