package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /openapi.json} and {@code /docs}, which need no key. */
class DocsIT {
  private static final URI PAGE = URI.create("/docs/");
  private static final Pattern REFERENCE =
      Pattern.compile("<(?:link|script)[^>]*(?:href|src)=\"([^\"]+)\"");

  private final ApiClient client = TestApp.shared().client();

  @Test
  void servesTheContractThatValidates() throws IOException {
    JsonNode contract =
        new YAMLMapper().readTree(Path.of("src/main/resources/openapi.yaml").toFile());
    ApiReply reply = client.get("/openapi.json").hasStatus(200);
    assertThat(reply.header("content-type")).startsWith("application/json");
    assertThat(new ObjectMapper().readTree(reply.text())).isEqualTo(contract);
  }

  @Test
  void compressesTheContractForWhoTakesIt() {
    ApiClient gzip = client.with("Accept-Encoding", "gzip");
    ApiReply plain = client.get("/openapi.json").hasStatus(200);
    ApiReply packed = gzip.get("/openapi.json").hasStatus(200);
    assertThat(packed.header("content-encoding")).isEqualTo("gzip");
    assertThat(packed.header("vary")).isEqualTo("accept-encoding");
    assertThat(length(packed)).isBetween(1, length(plain) / 3);
    assertThat(packed.header("etag")).isNotEqualTo(plain.header("etag"));
    gzip.with("If-None-Match", packed.header("etag")).get("/openapi.json").hasStatus(304);
    client.with("If-None-Match", packed.header("etag")).get("/openapi.json").hasStatus(200);
  }

  @Test
  void leadsFromDocsToThePage() {
    assertThat(client.get("/docs").hasStatus(308).header("location")).isEqualTo("/docs/");
    assertThat(page().header("content-type")).startsWith("text/html");
  }

  @Test
  void hasEveryFileThePageNames() {
    List<String> files =
        REFERENCE.matcher(page().text()).results().map(found -> found.group(1)).toList();
    assertThat(files)
        .hasSize(3)
        .anyMatch(file -> file.matches("files/[0-9a-f]{16}/belfry\\.css"))
        .anyMatch(file -> file.matches("files/[0-9a-f]{16}/belfry\\.js"))
        .allSatisfy(
            file ->
                assertThat(client.get(PAGE.resolve(file).getPath()).hasStatus(200).text())
                    .as(file)
                    .isNotEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "swagger-ui.css",
        "viewer.css",
        "swagger-ui-bundle.js",
        "snippets.js",
        "viewer.js"
      })
  void hasTheFilesOfTheViewerThatTheScriptFetches(String name) {
    assertThat(client.get(file("belfry.js")).text()).contains("\"" + name + "\"");
    assertThat(client.get(file(name)).hasStatus(200).text()).isNotEmpty();
  }

  @Test
  void listsEveryOperationInThePage() throws IOException {
    String page = page().text();
    JsonNode contract = new ObjectMapper().readTree(client.get("/openapi.json").text());
    List<String> ids = contract.findValuesAsText("operationId");
    assertThat(ids).hasSizeGreaterThan(100);
    assertThat(ids).allSatisfy(id -> assertThat(page).contains("data-id=\"" + id + "\""));
    assertThat(page).contains("<p>" + "Belfry sends HTTP requests to your URLs and APIs, connects");
  }

  @Test
  void keepsEveryRequestOfThePageOnItsOwnHost() {
    assertThat(page().header("content-security-policy"))
        .startsWith("default-src 'none'; script-src 'self';");
    assertThat(page().text()).doesNotContain("=\"http");
    assertThat(client.get("/docs/files/0/belfry.css").text()).doesNotContain("://");
  }

  @Test
  void keepsFilesUntilTheyChange() {
    assertThat(client.get(file("swagger-ui-bundle.js")).header("cache-control"))
        .isEqualTo("public, max-age=31536000, immutable");
    ApiReply other = client.get("/docs/files/0/swagger-ui-bundle.js").hasStatus(200);
    assertThat(other.header("cache-control")).isEqualTo("no-cache");
  }

  @ParameterizedTest
  @CsvSource({"gzip, gzip", "'br, gzip;q=0.5', gzip", "gzip;q=0, ''", "br, ''"})
  void compressesForBrowsersThatTakeIt(String accepted, String coding) {
    String path = file("swagger-ui-bundle.js");
    ApiReply plain = client.send("HEAD", path, null).hasStatus(200);
    ApiReply reply =
        client.with("Accept-Encoding", accepted).send("HEAD", path, null).hasStatus(200);
    assertThat(reply.header("content-encoding")).isEqualTo(coding);
    assertThat(reply.header("vary")).isEqualTo("accept-encoding");
    assertThat(length(reply)).isBetween(1, length(plain) / (coding.isEmpty() ? 1 : 3));
  }

  private static int length(ApiReply reply) {
    return Integer.parseInt(reply.header("content-length"));
  }

  /** The address of a file at the version that the page names. */
  private String file(String name) {
    return REFERENCE
        .matcher(page().text())
        .results()
        .map(found -> PAGE.resolve(found.group(1)).resolve(name).getPath())
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/docs/nothing",
        "/docs/../openapi.yaml",
        "/docs/..%2fdb/migration/V1__initial.sql"
      })
  void servesNothingElse(String path) {
    client.get(path).isNotFound();
  }

  @Test
  void doesNotLeaveItsFolderByEscapedDots() {
    client.get("/docs/%2e%2e/openapi.yaml").hasStatus(400);
  }

  private ApiReply page() {
    return client.get("/docs/").hasStatus(200);
  }
}
