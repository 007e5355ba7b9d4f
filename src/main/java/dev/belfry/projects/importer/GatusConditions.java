package dev.belfry.projects.importer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.ResponseTimeRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts the conditions of an endpoint, all of which must hold. */
final class GatusConditions {
  private static final Pattern CONDITION =
      Pattern.compile("\\s*(\\S.*?) (==|!=|<=|>=|<|>) (\\S.*?)\\s*");
  private static final Pattern ANY = Pattern.compile("any\\((.*)\\)");
  private static final Pattern PATTERN = Pattern.compile("pat\\(([1-5])(?:\\*|\\?\\?)\\)");

  private final ArrayNode assertions;
  private final CheckType type;
  private boolean limitsStatus;
  private long maxResponseTime = -1;

  /**
   * @param assertions receives what the conditions say about the answer
   * @param type of the monitor
   */
  GatusConditions(ArrayNode assertions, CheckType type) {
    this.assertions = assertions;
    this.type = type;
  }

  /** The response time in milliseconds at which a run fails, -1 for none. */
  long maxResponseTime() {
    return maxResponseTime;
  }

  /** Has every status code accepted unless a condition was about it. */
  void finish() {
    if (!limitsStatus) {
      StatusCodes.add(assertions, "GREATER_THAN", 99);
    }
  }

  /** Takes a condition; answers why it is left out or different, empty when it is not. */
  String add(String condition) {
    Matcher parts = CONDITION.matcher(condition);
    if (!parts.matches()) {
      return "is not understood";
    }
    String left = parts.group(1);
    String right = parts.group(3);
    String comparison = parts.group(2);
    if (right.startsWith("[") && !left.startsWith("[")) {
      return of(right, turned(comparison), left);
    }
    return of(left, comparison, right);
  }

  private static String turned(String comparison) {
    return comparison.startsWith("<") ? comparison.replace('<', '>') : comparison.replace('>', '<');
  }

  private String of(String what, String comparison, String value) {
    if (GatusBodies.concerns(what)) {
      return GatusBodies.add(what, comparison, value, type, assertions);
    }
    return switch (what.toUpperCase(Locale.ROOT)) {
      case "[DNS_RCODE]" -> responseCode(comparison, value);
      case "[STATUS]" -> status(comparison, value);
      case "[RESPONSE_TIME]" -> time(comparison, value);
      case "[CONNECTED]" ->
          (comparison + value).equals("==true")
              ? ""
              : "a monitor without an answer fails, whatever it should do";
      case "[CERTIFICATE_EXPIRATION]" ->
          type == CheckType.SSL
              ? GatusTls.expiry(comparison, value, assertions)
              : "is said by channels here: set sslExpiry on the channel";
      default -> "has no counterpart";
    };
  }

  private String responseCode(String comparison, String value) {
    if (type != CheckType.DNS) {
      return "has no counterpart";
    }
    if (!value.matches("[A-Z]{1,20}") || !comparison.matches("[=!]=")) {
      return "is not understood";
    }
    assertions
        .addObject()
        .put("source", "RESPONSE_CODE")
        .put("comparison", comparison.equals("==") ? "EQUALS" : "NOT_EQUALS")
        .put("target", value);
    return "";
  }

  private String status(String comparison, String value) {
    if (type != CheckType.URL && type != CheckType.API) {
      return "has no counterpart";
    }
    if (value.matches("\\d{1,9}")) {
      compare(comparison, Integer.parseInt(value));
      return "";
    }
    StatusCodes codes = new StatusCodes();
    Matcher any = ANY.matcher(value);
    Matcher pattern = PATTERN.matcher(value);
    boolean understood = true;
    List<String> each = new ArrayList<>();
    if (any.matches()) {
      Pattern.compile(",").splitAsStream(any.group(1)).map(String::trim).forEach(each::add);
    } else if (pattern.matches()) {
      each.add(pattern.group(1) + "00-" + pattern.group(1) + "99");
    }
    for (String one : each) {
      understood &= codes.add(one);
    }
    if (codes.isEmpty() || !understood) {
      return "is not understood";
    }
    return comparison.equals("==") ? accept(codes) : refuse(comparison, each, pattern.matches());
  }

  private void compare(String comparison, int status) {
    limitsStatus = true;
    switch (comparison) {
      case "==" -> StatusCodes.add(assertions, "EQUALS", status);
      case "!=" -> StatusCodes.add(assertions, "NOT_EQUALS", status);
      case "<" -> StatusCodes.add(assertions, "LESS_THAN", status);
      case "<=" -> StatusCodes.add(assertions, "LESS_THAN", status + 1);
      case ">" -> StatusCodes.add(assertions, "GREATER_THAN", status);
      default -> StatusCodes.add(assertions, "GREATER_THAN", status - 1);
    }
  }

  private String accept(StatusCodes codes) {
    limitsStatus = true;
    codes.assertInto(assertions);
    return codes.isExact() ? "" : "has large gaps; accepted are all of " + codes.accepted();
  }

  private String refuse(String comparison, List<String> codes, boolean isPattern) {
    if (!comparison.equals("!=")) {
      return "is not understood";
    }
    if (!isPattern) {
      limitsStatus = true;
      codes.forEach(
          code -> StatusCodes.add(assertions, "NOT_EQUALS", Integer.parseInt(code.trim())));
      return "";
    }
    int hundreds = Integer.parseInt(codes.get(0).substring(0, 1));
    if (hundreds == 5) {
      limitsStatus = true;
      StatusCodes.add(assertions, "LESS_THAN", 500);
      return "";
    }
    return "leaves out codes in the middle, which assertions cannot";
  }

  private String time(String comparison, String value) {
    OptionalLong limit =
        value.matches("\\d{1,9}")
            ? OptionalLong.of(Long.parseLong(value))
            : GatusTime.millis(value);
    if (limit.isEmpty() || !comparison.startsWith("<")) {
      return "a response time can only have an upper limit";
    }
    long millis = comparison.equals("<=") ? limit.getAsLong() + 1 : limit.getAsLong();
    if (millis > ResponseTimeRules.MAX_MILLIS) {
      return "a limit is 30 seconds at most; that of the service holds";
    }
    maxResponseTime = maxResponseTime < 0 ? millis : Math.min(maxResponseTime, millis);
    return "";
  }
}
