package dev.belfry.fleet;

import dev.belfry.testing.ApiClient;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the balancer says of itself. */
final class Statistics {
  private final Map<String, Map<String, String>> rows = new HashMap<>();

  private Statistics(String csv) {
    List<String> lines = csv.lines().toList();
    List<String> names = Arrays.asList(lines.get(0).replace("# ", "").split(",", -1));
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < Math.min(values.length, names.size()); i++) {
        row.put(names.get(i), values[i]);
      }
      rows.put(values[0] + "/" + values[1], row);
    }
  }

  static Statistics of(Balancer balancer) {
    return new Statistics(
        new ApiClient("http://127.0.0.1:" + balancer.statsPort()).get("/;csv").text());
  }

  /** A figure of a proxy and server, such as {@code belfry/belfry-1} or {@code belfry/BACKEND}. */
  String of(String row, String column) {
    String value = rows.getOrDefault(row, Map.of()).get(column);
    if (value == null) {
      throw new AssertionError("no " + column + " of " + row + " in " + rows.keySet());
    }
    return value;
  }

  long number(String row, String column) {
    String value = of(row, column);
    return value.isEmpty() ? 0 : Long.parseLong(value);
  }
}
