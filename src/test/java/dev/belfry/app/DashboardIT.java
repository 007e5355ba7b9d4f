package dev.belfry.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code config/grafana-dashboard.json} beside the metrics that an instance really has. */
class DashboardIT {
  private static final Pattern METRIC = Pattern.compile("\\b(?:belfry|jvm|process|system)_\\w+");
  private static final JsonNode DASHBOARD = read();
  private static final Set<String> SAMPLES = new HashSet<>();
  private static final Set<String> METRICS = new TreeSet<>();

  @BeforeAll
  static void scrape() {
    Map<String, String> settings =
        Map.of(
            "BELFRY_LOCATIONS", "all",
            "BELFRY_DATABASE_READ_URL", "postgresql://a@127.0.0.1:1/b");
    try (TestApp app = TestApp.start(settings)) {
      app.as(app.newTenant()).get("/v1/checks").hasStatus(200);
      // Pauses are counted from the first collection on, and told by another thread.
      System.gc();
      long deadline = System.nanoTime() + 10_000_000_000L;
      while (!METRICS.contains("jvm_gc_pause_seconds") && System.nanoTime() < deadline) {
        read(app);
      }
    }
  }

  private static void read(TestApp app) {
    app.management()
        .get("/metrics")
        .hasStatus(200)
        .text()
        .lines()
        .forEach(
            line -> {
              if (line.startsWith("# TYPE ")) {
                METRICS.add(line.substring(7, line.lastIndexOf(' ')));
              } else if (!line.startsWith("#")) {
                SAMPLES.add(line.replaceFirst("[{ ].*", ""));
              }
            });
  }

  private static JsonNode read() {
    try {
      return new ObjectMapper().readTree(Path.of("config/grafana-dashboard.json").toFile());
    } catch (IOException e) {
      throw new AssertionError("the dashboard is not JSON", e);
    }
  }

  private static List<String> expressions() {
    List<String> all = new ArrayList<>();
    DASHBOARD.findValues("expr").forEach(expression -> all.add(expression.asText()));
    return all;
  }

  private static Set<String> named() {
    return expressions().stream()
        .flatMap(expression -> METRIC.matcher(expression).results())
        .map(found -> found.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyMetricItShowsIsThere() {
    assertThat(named())
        .hasSizeGreaterThan(30)
        .allSatisfy(name -> assertThat(SAMPLES).contains(name));
  }

  @Test
  void everyMetricOfOursIsShown() {
    Set<String> shown = named();
    assertThat(METRICS)
        .filteredOn(name -> name.startsWith("belfry_"))
        .hasSizeGreaterThan(20)
        .allMatch(name -> shown.stream().anyMatch(one -> one.startsWith(stem(name))), "shown");
  }

  /** A histogram and its largest value are one thing to look at. */
  private static String stem(String metric) {
    return metric.replaceFirst("_max$", "");
  }

  @Test
  void everyLabelThatItAsksForIsOne() {
    Set<String> known =
        Set.of("instance", "le", "quantile", "status", "operation", "verdict", "reason", "area");
    Pattern label = Pattern.compile("(\\w+)(?:=~?|!~|!=)\"");
    for (String expression : expressions()) {
      Matcher labels = label.matcher(expression);
      while (labels.find()) {
        assertThat(known).as(expression).contains(labels.group(1));
      }
    }
  }

  @Test
  void everyPanelHasItsPlaceTitleAndSource() {
    List<String> places = new ArrayList<>();
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : DASHBOARD.path("panels")) {
      assertThat(panel.path("title").asText()).isNotEmpty();
      assertThat(ids.add(panel.path("id").asInt())).isTrue();
      JsonNode grid = panel.path("gridPos");
      assertThat(grid.path("x").asInt() + grid.path("w").asInt()).isLessThanOrEqualTo(24);
      places.add(grid.path("x") + "," + grid.path("y"));
      for (JsonNode target : panel.path("targets")) {
        assertThat(target.at("/datasource/uid").asText()).isEqualTo("${datasource}");
        assertThat(target.path("expr").asText()).contains("instance=~\"$instance\"");
      }
    }
    assertThat(places).doesNotHaveDuplicates();
    assertThat(DASHBOARD.path("schemaVersion").asInt()).isGreaterThanOrEqualTo(39);
    assertThat(DASHBOARD.at("/templating/list").findValuesAsText("name"))
        .containsExactly("datasource", "instance");
  }
}
