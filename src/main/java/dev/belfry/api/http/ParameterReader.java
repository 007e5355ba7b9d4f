package dev.belfry.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Parameter;
import dev.belfry.api.contract.PercentEncoding;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the path and query parameters of a request. */
final class ParameterReader {
  private ParameterReader() {}

  /**
   * The parameters by name, with defaults.
   *
   * @param path the parameters in the path, decoded
   * @param query the raw query string, null when there is none
   * @param violations receives every offending parameter; the result then lacks those parameters
   */
  static Map<String, JsonNode> read(
      List<Parameter> parameters,
      Map<String, String> path,
      @Nullable String query,
      List<Violation> violations) {
    Map<String, JsonNode> values = new HashMap<>();
    Map<String, List<String>> byName = query(query);
    for (Parameter parameter : parameters) {
      List<String> texts =
          parameter.inPath() ? inPath(parameter, path) : inQuery(parameter, byName);
      JsonNode value = parameter.read(texts, violations);
      if (value != null) {
        values.put(parameter.name(), value);
      }
    }
    return values;
  }

  private static List<String> inPath(Parameter parameter, Map<String, String> path) {
    String value = path.get(parameter.name());
    return value == null ? List.of() : List.of(value);
  }

  /** A list may be written {@code name=a&name=b} or {@code name[]=a&name[]=b}. */
  private static List<String> inQuery(Parameter parameter, Map<String, List<String>> query) {
    List<String> plain = query.getOrDefault(parameter.name(), List.of());
    if (!parameter.isList()) {
      return plain;
    }
    List<String> bracketed = query.getOrDefault(parameter.name() + "[]", List.of());
    if (bracketed.isEmpty()) {
      return plain;
    }
    List<String> all = new ArrayList<>(plain);
    all.addAll(bracketed);
    return all;
  }

  private static Map<String, List<String>> query(@Nullable String raw) {
    if (raw == null || raw.isEmpty()) {
      return Map.of();
    }
    try {
      PercentEncoding.decode(raw); // The library replaces bytes that are not UTF-8.
      return new QueryStringDecoder('?' + raw).parameters();
    } catch (IllegalArgumentException e) {
      throw ApiException.invalid(
          ApiException.Source.QUERY,
          List.of(new Violation("", "The query string is not well-formed")));
    }
  }
}
