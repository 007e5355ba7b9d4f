package dev.belfry.projects.importer.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads from a service that refuses, limits and fails. */
class RemoteApiIT {
  private record Answer(int status, String body, Map<String, String> headers) {
    Answer(int status, String body) {
      this(status, body, Map.of());
    }
  }

  private final List<String> asked = new ArrayList<>();
  private final List<String> waits = new ArrayList<>();
  private final HttpServer server = server();
  private Function<String, Answer> answers = path -> new Answer(200, "[]");

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void waitsAsLongAsTheServiceAsks() {
    answers =
        path ->
            asked.size() == 1
                ? new Answer(429, "", Map.of("retry-after", "7"))
                : new Answer(200, "[1]");
    assertThat(api().read("/v1/checks")).isEqualTo("[1]");
    assertThat(waits).containsExactly("7 s: the service answers 429");
  }

  @Test
  void givesUpAfterSomeTriesAndSaysHowToGoOn() {
    answers = path -> new Answer(503, "");
    RemoteApi api = api();
    assertThatThrownBy(() -> api.read("/v1/checks"))
        .hasMessage(
            "Cannot read /v1/checks: the service answers 503; run the command again to go on");
    assertThat(waits).hasSize(5);
  }

  @ParameterizedTest
  @CsvSource({"401, CHECKLY_API_KEY", "403, CHECKLY_ACCOUNT_ID", "400, answers 400"})
  void saysWhatIsWrongWithoutTheKey(int status, String words) {
    answers = path -> new Answer(status, "");
    RemoteApi api = api();
    assertThatThrownBy(() -> api.read("/v1/checks"))
        .isInstanceOf(RemoteApi.UnreadableException.class)
        .hasMessageContaining(words)
        .message()
        .doesNotContain("S3CRET");
    assertThat(asked).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"http://api.example.com", "ftp://127.0.0.1/", "api.example.com"})
  void sendsNoKeyInPlainTextOverANetwork(String address) {
    URI other = URI.create(address);
    assertThatThrownBy(() -> new RemoteApi(other, "S3CRET", "a", (seconds, reason) -> {}))
        .hasMessageContaining("https://");
  }

  @Test
  void goesOnWhereItWas(@TempDir Path folder) {
    String hundred = "[" + "{\"id\":1},".repeat(99) + "{\"id\":1}]";
    answers =
        path ->
            path.startsWith("/v1/checks?") && path.endsWith("page=1")
                ? new Answer(200, hundred)
                : path.startsWith("/v1/checks?")
                    ? new Answer(401, "")
                    : new Answer(path.startsWith("/v1/dashboards") ? 404 : 200, "[]");
    Download first = new Download(api(), folder.resolve("kept"));
    assertThatThrownBy(first::all).isInstanceOf(RemoteApi.UnreadableException.class);
    int before = asked.size();
    answers = path -> new Answer(path.startsWith("/v1/dashboards") ? 404 : 200, "[{\"id\":2}]");
    Map<RemoteList, List<JsonNode>> lists = new Download(api(), folder.resolve("kept")).all();
    assertThat(lists.get(RemoteList.CHECKS)).hasSize(101);
    assertThat(lists.get(RemoteList.DASHBOARDS)).isEmpty();
    assertThat(asked.subList(before, asked.size()))
        .noneMatch(path -> path.endsWith("checks?limit=100&page=1"));
  }

  @Test
  void readsAListWithoutPagesOnce(@TempDir Path folder) {
    String hundred = "[" + "{\"id\":1},".repeat(99) + "{\"id\":1}]";
    answers = path -> new Answer(200, path.contains("status-pages") ? "[]" : hundred);
    assertThat(new Download(api(), folder.resolve("kept")).all().get(RemoteList.LOCATIONS))
        .hasSize(100);
  }

  private RemoteApi api() {
    return new RemoteApi(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
        "S3CRET",
        "account",
        (seconds, reason) -> waits.add(seconds + " s: " + reason));
  }

  private HttpServer server() {
    try {
      HttpServer made =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      made.createContext(
          "/",
          exchange -> {
            asked.add(exchange.getRequestURI().toString());
            Answer answer = answers.apply(exchange.getRequestURI().toString());
            answer.headers().forEach(exchange.getResponseHeaders()::add);
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      made.start();
      return made;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
