package dev.belfry.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.net.http.HttpHeaders;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class AnswerChecksTest {
  private static final String SERVICE =
      "{\"id\":\"0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e6f\",\"name\":\"%s\",\"accountId\":"
          + "\"0190a6c2-7b5e-7c31-9d4f-3a1b2c4d5e60\",\"created_at\":\"2026-01-01T00:00:00.000Z\","
          + "\"updated_at\":null}";
  private static final String SECRET_ID = "0190a6c2-7b5e-7c31-9d4f-000000000001";

  private final FuzzAccount one = account("A");
  private final FuzzAccount other = account("B");
  private final AnswerChecks checks = new AnswerChecks(one, other);
  private final FuzzContract contract = new FuzzContract();

  private static FuzzAccount account(String name) {
    return new FuzzAccount(
        name,
        new UUID(1, name.hashCode()),
        "Mark" + name,
        new EnumMap<>(FuzzKey.class),
        new OwnedThings());
  }

  private FuzzRequest request(String operation, Expectation expectation) {
    FuzzContract.Operation meant = contract.operation(operation);
    return new FuzzRequest(
        1,
        FuzzRequest.Family.VALID,
        "x",
        meant,
        List.of(),
        meant.method(),
        "/",
        one,
        FuzzKey.WRITE,
        Map.of(),
        null,
        false,
        expectation);
  }

  private static FuzzAnswer answer(int status, String body) {
    return answer(status, body, Map.of("x-request-id", List.of("1")));
  }

  private static FuzzAnswer answer(int status, String body, Map<String, List<String>> more) {
    Map<String, List<String>> headers = new HashMap<>(more);
    headers.put("content-type", List.of("application/json"));
    return new FuzzAnswer(
        status, HttpHeaders.of(headers, (name, value) -> true), Buffer.buffer(body), 1);
  }

  private static String invalid(String pointer) {
    return """
        {"statusCode":400,"error":"Bad Request","message":"x",
         "validation":{"source":"payload","keys":["x"]},
         "attributes":{"errors":[{"path":"%s","message":"x"}]}}"""
        .formatted(pointer);
  }

  @Test
  void acceptWhatTheContractDeclares() {
    FuzzRequest request = request("createService", Expectation.DECLARED);
    assertThat(checks.problems(request, answer(400, invalid("/name")))).isEmpty();
  }

  @Test
  void findFaults() {
    FuzzRequest request = request("createService", Expectation.DECLARED);
    assertThat(checks.problems(request, answer(500, "{}"))).containsExactly("status 500");
    assertThat(checks.problems(request, answer(503, "{}"))).containsExactly("status 503");
  }

  @Test
  void findARequestWithoutAnAnswer() {
    FuzzRequest request = request("createService", Expectation.DECLARED);
    FuzzAnswer none = FuzzAnswer.none(new TimeoutException("after 20 s"), 1);
    assertThat(checks.problems(request, none)).containsExactly("no answer");
    assertThat(none.shown()).contains("TimeoutException", "after 20 s");
    assertThat(none.isSuccess()).isFalse();
  }

  @Test
  void findWhatAnAnswerMustTellBesides() {
    FuzzRequest request = request("createService", Expectation.DECLARED);
    String body =
        "{\"statusCode\":401,\"error\":\"Unauthorized\",\"message\":\"Bad Token\","
            + "\"attributes\":{}}";
    assertThat(checks.problems(request, answer(401, body, Map.of())))
        .contains("a 401 without WWW-Authenticate", "an answer without X-Request-Id");
    Map<String, List<String>> told =
        Map.of("x-request-id", List.of("1"), "www-authenticate", List.of("Bearer"));
    assertThat(checks.problems(request, answer(401, body, told))).isEmpty();
  }

  @Test
  void findUndeclaredAnswersAndOtherForms() {
    FuzzRequest request = request("createService", Expectation.DECLARED);
    assertThat(checks.problems(request, answer(418, "{}")))
        .containsExactly("status 418 is not declared");
    assertThat(checks.problems(request, answer(400, "{\"statusCode\":400}")))
        .singleElement()
        .asString()
        .startsWith("against the contract");
  }

  @Test
  void findWhatIsNotNamed() {
    FuzzRequest must = request("createService", Expectation.named("/name"));
    assertThat(checks.problems(must, answer(400, invalid("/name/0")))).isEmpty();
    assertThat(checks.problems(must, answer(400, invalid("")))).hasSize(1);
    assertThat(checks.problems(must, answer(404, notFound()))).isNotEmpty();
    FuzzRequest mustNot = request("createService", Expectation.unnamed("/name"));
    assertThat(checks.problems(mustNot, answer(400, invalid("/name")))).hasSize(1);
  }

  private static String notFound() {
    return "{\"statusCode\":404,\"error\":\"Not Found\",\"message\":\"Not Found\"}";
  }

  @Test
  void findWhatBelongsToAnother() {
    other.things().keep(OwnedKind.SERVICE, SECRET_ID);
    FuzzRequest request = request("readService", Expectation.DECLARED);
    assertThat(checks.problems(request, answer(200, SERVICE.formatted("MarkB 1"))))
        .contains("a text of another account");
    assertThat(checks.problems(request, answer(200, SERVICE.formatted(SECRET_ID))))
        .contains("an id of another account");
    assertThat(checks.problems(request, answer(200, SERVICE.formatted("MarkA 1"))))
        .doesNotContain("a text of another account", "an id of another account");
  }
}
