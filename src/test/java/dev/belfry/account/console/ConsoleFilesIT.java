package dev.belfry.account.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page and the files of the console. */
class ConsoleFilesIT {
  private static final Path SOURCE = Path.of("src/main/resources/console");
  private static final Pattern FOLDER = Pattern.compile("/console/files/([0-9a-f]{16})/");
  private static final Pattern LOADED = Pattern.compile("(?:href|src)=\"(/[^\"]+\\.(?:css|js))\"");
  private static final Pattern IMPORT = Pattern.compile("from \"\\./([^\"]+)\"");

  private final ApiClient client = TestApp.shared().client();

  private String version() {
    Matcher folder = FOLDER.matcher(client.get("/console").hasStatus(200).text());
    assertThat(folder.find()).isTrue();
    return folder.group(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/console", "/console/", "/console/monitors/1", "/console/a.b?c=d"})
  void isOnePageForEveryAddress(String path) {
    ApiReply page = client.get(path).hasStatus(200);
    assertThat(page.text()).contains("<div id=\"console\">").doesNotContain("@VERSION@");
    assertThat(page.header("cache-control")).isEqualTo("no-cache");
    assertThat(page.header("content-security-policy"))
        .contains("script-src 'self';", "style-src 'self';", "connect-src 'self';")
        .doesNotContain("unsafe");
  }

  @Test
  void keepsFilesUntilTheyChange() {
    ApiReply file = client.get("/console/files/" + version() + "/app.js").hasStatus(200);
    assertThat(file.header("cache-control")).contains("immutable");
    assertThat(file.header("content-type")).startsWith("text/javascript");
    ApiReply other = client.get("/console/files/0123456789abcdef/app.js").hasStatus(200);
    assertThat(other.header("cache-control")).isEqualTo("no-cache");
  }

  @Test
  void needsOneStyleSheetAndOneScriptForTheFirstView() {
    String page = client.get("/console").text();
    String folder = "/console/files/" + version() + "/";
    assertThat(LOADED.matcher(page).results().map(found -> found.group(1)))
        .containsExactly(folder + "belfry.css", folder + "belfry.js");
    assertThat(page).containsPattern("<meta name=\"description\" content=\"[^\"]{20,}\"");
    String sheet = client.get(folder + "belfry.css").hasStatus(200).text();
    assertThat(sheet).contains("--accent:").contains(".u-legend");
    String script = client.get(folder + "belfry.js").hasStatus(200).text();
    assertThat(script).contains("class Overview extends").doesNotContain("uPlot=function");
  }

  @Test
  void leavesTheChartLibraryForTheFirstChart() {
    assertThat(client.get("/console").text()).doesNotContain("/uplot.js");
    client.get("/console/files/" + version() + "/uplot.js").hasStatus(200);
  }

  @Test
  void servesEveryFileAndEveryImport() throws IOException {
    List<String> names = Files.readAllLines(SOURCE.resolve("files.txt"));
    try (Stream<Path> there = Files.list(SOURCE)) {
      assertThat(there.map(file -> file.getFileName().toString()))
          .filteredOn(name -> !List.of("index.html", "files.txt").contains(name))
          .containsExactlyInAnyOrderElementsOf(names);
    }
    String folder = "/console/files/" + version() + "/";
    for (String name : names) {
      String text = client.get(folder + name).hasStatus(200).text();
      assertThat(text).as(name).isEqualTo(Files.readString(SOURCE.resolve(name)));
      IMPORT
          .matcher(text)
          .results()
          .forEach(found -> client.get(folder + found.group(1)).hasStatus(200));
      assertThat(text).as(name).doesNotContain("innerHTML", "dangerouslySetInnerHTML", "eval(");
    }
  }

  @Test
  void hasAnEntryForEveryTypeOfCheck() {
    String script = client.get("/console/files/" + version() + "/belfry.js").text();
    for (CheckType type : CheckType.offered()) {
      assertThat(script).as("see check-types.js").contains("type: \"" + type + "\",");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/files/0/files.txt",
        "/console/files/0/index.html",
        "/console/files/0/..%2findex.html",
        "/console/files/0/nothing.js"
      })
  void servesNothingElse(String path) {
    client.get(path).isNotFound();
  }
}
