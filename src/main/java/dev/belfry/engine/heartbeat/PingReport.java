package dev.belfry.engine.heartbeat;

import dev.belfry.monitoring.heartbeat.Ping;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the address of a ping says.
 *
 * @param exitCode null when it names none
 */
record PingReport(Ping ping, @Nullable Integer exitCode) {
  private static final Pattern CODE = Pattern.compile("\\d{1,3}");
  private static final int MOST = 255;

  /** Reads what follows the token, {@code ""} for nothing; empty when it means nothing. */
  static Optional<PingReport> of(String signal) {
    switch (signal) {
      case "" -> {
        return Optional.of(new PingReport(Ping.SUCCESS, null));
      }
      case "start" -> {
        return Optional.of(new PingReport(Ping.START, null));
      }
      case "fail" -> {
        return Optional.of(new PingReport(Ping.FAIL, null));
      }
      default -> {
        if (!CODE.matcher(signal).matches()) {
          return Optional.empty();
        }
        int code = Integer.parseInt(signal);
        return code > MOST
            ? Optional.empty()
            : Optional.of(new PingReport(code == 0 ? Ping.SUCCESS : Ping.FAIL, code));
      }
    }
  }
}
