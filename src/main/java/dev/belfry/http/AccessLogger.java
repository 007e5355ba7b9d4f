package dev.belfry.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.belfry.config.AccessLog;
import io.vertx.core.http.HttpServerRequest;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each request, at its end. The line is built by hand as JSON, because this is the one
 * log statement on the hot path. The query is left out: it may carry what a log should not.
 */
final class AccessLogger {
  private static final Logger LOG = LoggerFactory.getLogger("belfry.access");
  private static final int FAILURE = 400;

  private final AccessLog kind;
  private final InstantSource clock;
  private final StringBuilder line = new StringBuilder(256);

  AccessLogger(AccessLog kind, InstantSource clock) {
    this.kind = kind;
    this.clock = clock;
  }

  void write(
      HttpServerRequest request, String operation, int status, long nanos, String requestId) {
    if (kind == AccessLog.OFF || kind == AccessLog.FAILURES && status < FAILURE) {
      return;
    }
    line.setLength(0);
    line.append("{\"timestamp\":").append(clock.millis());
    line.append(",\"level\":\"INFO\",\"logger\":\"access\",\"method\":\"");
    line.append(request.method().name()).append("\",\"path\":\"");
    quote(request.path());
    line.append("\",\"operation\":\"").append(operation);
    line.append("\",\"status\":").append(status);
    line.append(",\"micros\":").append(nanos / 1000);
    line.append(",\"requestId\":\"").append(requestId).append("\"}");
    LOG.info(line.toString());
  }

  private void quote(String text) {
    if (text != null) {
      JsonStringEncoder.getInstance().quoteAsString(text, line);
    }
  }
}
