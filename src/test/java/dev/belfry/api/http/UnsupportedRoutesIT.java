package dev.belfry.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.api.contract.Contract;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The table {@code x-unsupported} of the contract. */
class UnsupportedRoutesIT {
  private static final TestApp APP = TestApp.shared();
  private final ApiClient client = APP.as(APP.newTenant());

  static Stream<Arguments> rows() {
    List<Arguments> rows = new ArrayList<>();
    for (JsonNode row : document().path("x-unsupported")) {
      row.path("paths")
          .forEach(
              path ->
                  rows.add(
                      Arguments.of(
                          path.asText(),
                          row.path("status").asInt(404),
                          row.path("message").asText())));
    }
    return rows.stream();
  }

  private static JsonNode document() {
    try {
      return new ObjectMapper().readTree(Contract.load().json());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void saysWhatToUseInstead(String template, int status, String message) {
    assertThat(message).contains("not supported").matches("[A-Zg].*[.]");
    String path = template.replaceAll("\\{[^}]+}", UUID.randomUUID().toString());
    int refused = 0;
    for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE")) {
      if (Contract.load().route(method, path) == null) {
        refused++;
        ApiReply reply = client.send(method, path, "{}".getBytes(StandardCharsets.UTF_8));
        reply.isError(status, HttpResponseStatus.valueOf(status).reasonPhrase(), message);
        APP.client().send(method, path, null).hasStatus(status);
      }
    }
    assertThat(refused).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"browser", "multistep", "playwright", "agentic", "grpc", "traceroute"})
  void namesEveryKindOfCheckThatThereIsNot(String kind) {
    String body = "{\"name\":\"x\"}";
    ApiReply made = client.post("/v1/checks/" + kind, body).hasStatus(404);
    assertThat(made.at("/message").asText()).containsIgnoringCase(kind).contains("/v1/checks/");
    ApiReply changed = client.put("/v1/checks/" + kind + "/" + UUID.randomUUID(), body);
    assertThat(changed.hasStatus(404).text()).isEqualTo(made.text());
    for (String method : List.of("GET", "PUT", "DELETE")) {
      ApiReply refused =
          client.send(method, "/v1/checks/" + kind, body.getBytes(StandardCharsets.UTF_8));
      assertThat(refused.hasStatus(404).text()).as(method).isEqualTo(made.text());
    }
  }

  @Test
  void leavesOthersAsTheyAre() {
    client.get("/v1/snippet").isError(404, "Not Found", "Not Found");
    client.get("/v1/snippets/a/b").isError(404, "Not Found", "Not Found");
    client.post("/v1/checks/" + UUID.randomUUID(), "{}").hasStatus(405);
    client.get("/v1/snippets/%zz").hasStatus(400);
    client.get("/v1/checks/url").isInvalid("/id");
    client.get("/v1/checks/grp").isInvalid("/id");
  }

  @Test
  void leavesAProjectItsName() {
    client.delete("/next/projects/imports").isError(404, "Not Found", "Not Found");
  }
}
