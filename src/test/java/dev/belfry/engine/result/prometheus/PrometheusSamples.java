package dev.belfry.engine.result.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The samples of an answer in Prometheus' text format, by name. */
record PrometheusSamples(Map<String, List<String>> byName) {
  /** A sample line, as Prometheus' documentation of the format describes it. */
  private static final Pattern SAMPLE =
      Pattern.compile(
          "[a-z_]+\\{([a-zA-Z_][a-zA-Z0-9_]*=\"(\\\\.|[^\"\\\\])*\",?)+} (-?[0-9.E-]+|NaN)");

  private static final Pattern TYPE = Pattern.compile("type=\"([a-z_]+)\"(?:,le=\"(.*?)\")?} (.*)");

  /** Fails when a line is not of the format or a family is interrupted. */
  static PrometheusSamples of(ApiReply reply) {
    assertThat(reply.header("content-type")).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    List<String> lines = reply.text().lines().toList();
    assertThat(lines.stream().filter(line -> line.startsWith("# TYPE"))).doesNotHaveDuplicates();
    return new PrometheusSamples(
        lines.stream()
            .filter(line -> !line.startsWith("#"))
            .peek(line -> assertThat(line).matches(SAMPLE))
            .collect(
                Collectors.groupingBy(
                    line -> line.substring(0, line.indexOf('{')),
                    TreeMap::new,
                    Collectors.toList())));
  }

  /** The lines of a name, none if there is no sample of it. */
  List<String> of(String name) {
    return byName.getOrDefault(name, List.of());
  }

  /** The values of a check's samples of a name by their label {@code type}. */
  Map<String, Double> byType(String name, String check) {
    Map<String, Double> values = new TreeMap<>();
    for (String line : of(name)) {
      Matcher found = TYPE.matcher(line);
      if (line.contains("check_id=\"" + check + '"') && found.find()) {
        assertThat(values.put(found.group(1), Double.valueOf(found.group(3)))).isNull();
      }
    }
    return values;
  }

  /** How many buckets each type has. */
  Map<String, Long> buckets(String metric) {
    return of(metric + "_bucket").stream()
        .map(TYPE::matcher)
        .filter(Matcher::find)
        .collect(
            Collectors.groupingBy(found -> found.group(1), TreeMap::new, Collectors.counting()));
  }
}
