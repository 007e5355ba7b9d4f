package dev.belfry.platform.config;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the section {@code traces}. */
final class TraceParser {
  /** Where collectors take traces (OTLP specification, "OTLP/HTTP Request"). */
  private static final String PATH = "/v1/traces";

  /** A token, and visible ASCII with spaces inside (RFC 9110, sections 5.5 and 5.6.2). */
  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)\\s*=\\s*([!-~]([ -~]*[!-~])?)");

  private static final Pattern SERVICE = Pattern.compile("[\\p{L}\\p{N}._/ -]{1,100}");
  private static final Pattern RATIO = Pattern.compile("0|1|1\\.0+|0?\\.[0-9]{1,9}");

  private TraceParser() {}

  static Config.Traces traces(Settings settings) {
    Map<String, Secret> headers = settings.optional(ConfigKey.TRACES_HEADERS, TraceParser::headers);
    return new Config.Traces(
        settings.optional(ConfigKey.TRACES_ENDPOINT, TraceParser::endpoint),
        headers == null ? Map.of() : headers,
        settings.value(ConfigKey.TRACES_SERVICE, TraceParser::service),
        settings.value(ConfigKey.TRACES_SAMPLE, TraceParser::ratio));
  }

  /** An address without a path gets the usual one. */
  static URI endpoint(String text) {
    URI address = ValueParser.webAddress(text);
    return address.getRawPath().isEmpty() ? URI.create(address + PATH) : address;
  }

  /** Headers as {@code name=value}, separated by commas. */
  static Map<String, Secret> headers(String text) {
    Map<String, Secret> headers = new LinkedHashMap<>();
    for (String part : ValueParser.parts(text)) {
      var matcher = HEADER.matcher(part);
      if (!matcher.matches()) {
        throw new InvalidValueException(
            "must be headers such as Authorization=Bearer abc, separated by commas");
      }
      headers.put(matcher.group(1), new Secret(matcher.group(2)));
    }
    return headers;
  }

  static String service(String text) {
    if (!SERVICE.matcher(text).matches()) {
      throw new InvalidValueException("must be a name of at most 100 letters and digits");
    }
    return text;
  }

  static double ratio(String text) {
    if (!RATIO.matcher(text).matches()) {
      throw new InvalidValueException("must be a number from 0 to 1, such as 0.1");
    }
    return Double.parseDouble(text);
  }
}
