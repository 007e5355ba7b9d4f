package dev.belfry.api.http;

import dev.belfry.api.contract.JsonStrings;
import dev.belfry.platform.config.AccessLog;
import dev.belfry.platform.config.LogFormat;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each request, at its end. The lines are built by hand and handed to the log some at
 * a time, because this is the one log statement on the hot path: an event of its own for each would
 * cost as much as half a read. The query is left out: it may carry what a log should not, and so
 * may a long part of the path: of those only the beginning is told. Confined to one event loop;
 * {@link #flush} is called several times a second and at the end.
 */
final class AccessLogger {
  private static final Logger LOG = LoggerFactory.getLogger("belfry.access");
  private static final int FAILURE = 400;
  private static final int MOST_HELD = 1 << 16;

  /** Longer than any id or name in a path; what is as long as this is a token. */
  private static final int TOKEN = 64;

  private static final int SHOWN = 8;

  /** Time of day in the zone of the people who read the terminal, as in the other lines. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

  private final AccessLog kind;
  private final LogFormat format;
  private final InstantSource clock;
  private final ClientAddress addresses;
  private final StringBuilder lines = new StringBuilder(MOST_HELD + 4096);

  AccessLogger(AccessLog kind, LogFormat format, InstantSource clock, ClientAddress addresses) {
    this.kind = kind;
    this.format = format;
    this.clock = clock;
    this.addresses = addresses;
  }

  void write(
      HttpServerRequest request, String operation, int status, long nanos, String requestId) {
    if (kind == AccessLog.OFF || (kind == AccessLog.FAILURES && status < FAILURE)) {
      return;
    }
    if (lines.length() > 0) {
      lines.append('\n');
    }
    if (format == LogFormat.TEXT) {
      writeText(request, operation, status, nanos, requestId);
    } else {
      writeJson(request, operation, status, nanos, requestId);
    }
    if (lines.length() >= MOST_HELD) {
      flush();
    }
  }

  private void writeText(
      HttpServerRequest request, String operation, int status, long nanos, String requestId) {
    TIME.formatTo(clock.instant(), lines);
    lines.append(" INFO  access ").append(request.method().name()).append(' ');
    quote(shown(request.path()));
    lines.append(' ').append(status).append(' ').append(nanos / 1_000_000).append(" ms ");
    lines.append(operation).append(" from ");
    quote(addresses.of(request));
    lines.append(" request ").append(requestId);
  }

  private void writeJson(
      HttpServerRequest request, String operation, int status, long nanos, String requestId) {
    lines.append("{\"timestamp\":").append(clock.millis());
    lines.append(",\"level\":\"INFO\",\"logger\":\"access\",\"method\":\"");
    lines.append(request.method().name()).append("\",\"path\":\"");
    quote(shown(request.path()));
    lines.append("\",\"operation\":\"").append(operation);
    lines.append("\",\"status\":").append(status);
    lines.append(",\"micros\":").append(nanos / 1000);
    lines.append(",\"client\":\"");
    quote(addresses.of(request));
    lines.append("\",\"requestId\":\"").append(requestId).append("\"}");
  }

  /** Writes the held lines to the log. */
  void flush() {
    if (lines.length() > 0) {
      LOG.info(lines.toString());
      lines.setLength(0);
    }
  }

  /** A path without the tokens in it. */
  static String shown(String path) {
    if (path == null || path.length() <= TOKEN) {
      return path;
    }
    StringBuilder shown = new StringBuilder(path.length());
    for (String part : path.split("/", -1)) {
      shown.append('/');
      shown.append(part.length() < TOKEN ? part : part.substring(0, SHOWN) + "...");
    }
    return shown.substring(1);
  }

  private void quote(String text) {
    if (text != null) {
      JsonStrings.quote(text, lines);
    }
  }
}
