package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.WebAddress;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts what is special about endpoints that look at a certificate. */
final class GatusTls {
  private static final Pattern ADDRESS = Pattern.compile("(?i)tls://(.{1,253}):(\\d{1,5})/?");
  private static final Pattern STARTTLS = Pattern.compile("(?i)starttls://.*");
  private static final long DAY = Duration.ofDays(1).toMillis();

  private GatusTls() {}

  /** Whether an address names a host and a port that can be asked for a certificate. */
  static boolean isComplete(String url) {
    Matcher address = ADDRESS.matcher(url);
    if (!address.matches()) {
      return false;
    }
    int port = Integer.parseInt(address.group(2));
    return port >= 1 && port <= 65_535 && WebAddress.isHost(address.group(1));
  }

  /** Why an endpoint of this address is left out. */
  static String reasonWithout(String url) {
    return STARTTLS.matcher(url).matches()
        ? "monitors begin with TLS, and not with the commands of a mail server"
        : "only addresses of http and https, tcp://host:port, tls://host:port, icmp://host, and name"
            + " servers are asked";
  }

  /** Gives a monitor its request; what the tool does not judge is no failure. */
  static void request(TrackedObject from, String url, ObjectNode request) {
    Matcher address = ADDRESS.matcher(url);
    if (address.matches()) {
      ObjectNode config = request.putObject("sslConfig");
      config
          .put("hostname", address.group(1))
          .put("port", Integer.parseInt(address.group(2)))
          .put("alertDaysBeforeExpiry", 1)
          .putObject("securityBaseline")
          .put("enabled", false);
    }
    from.noteUnlessEmpty("body", "an SSL monitor sends nothing");
  }

  /** Takes what the client does about certificates. */
  static void client(TrackedObject client, ObjectNode request) {
    if (client.flag("insecure", false)) {
      request.withObject("/sslConfig").put("skipChainValidation", true);
    }
  }

  /**
   * Takes a condition about the time until the expiry; answers why it is left out or different,
   * empty when it is not.
   */
  static String expiry(String comparison, String value, ArrayNode assertions) {
    OptionalLong left = GatusTime.millis(value);
    if (left.isEmpty() || left.getAsLong() < 0 || !comparison.startsWith(">")) {
      return "the time until the expiry can only have a lower limit";
    }
    long days = (left.getAsLong() + DAY - 1) / DAY;
    assertions
        .addObject()
        .put("source", "CERTIFICATE")
        .put("property", "daysUntilExpiry")
        .put("comparison", "GREATER_THAN")
        .put("target", String.valueOf(days - 1));
    return left.getAsLong() % DAY == 0 ? "" : "whole days are compared: at least " + days;
  }
}
