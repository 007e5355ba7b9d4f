package dev.belfry.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A request that gets no answer does not take the answers of others along. */
class FuzzClientIT {
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server =
      vertx
          .createHttpServer()
          .requestHandler(
              request -> {
                if (request.path().equals("/shut")) {
                  request.connection().close();
                } else {
                  request.response().setStatusCode(204).end();
                }
              })
          .listen(0, "127.0.0.1")
          .await();
  private final FuzzContract contract = new FuzzContract();
  private final FuzzAccount account =
      new FuzzAccount(
          "A", new UUID(1, 1), "MarkA", new EnumMap<>(FuzzKey.class), new OwnedThings());

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private FuzzRequest to(String target) {
    FuzzContract.Operation operation = contract.operation("listServices");
    return new FuzzRequest(
        1,
        FuzzRequest.Family.VALID,
        "x",
        operation,
        List.of(),
        operation.method(),
        target,
        account,
        FuzzKey.NONE,
        Map.of(),
        null,
        false,
        Expectation.DECLARED);
  }

  @Test
  void tellsThatNoAnswerCame() {
    try (FuzzClient client = new FuzzClient(server.actualPort(), 0, Map.of())) {
      List<FuzzAnswer> answers = client.sendAll(List.of(to("/open"), to("/shut"), to("/open")));
      assertThat(answers).extracting(FuzzAnswer::status).containsExactly(204, 0, 204);
      assertThat(answers.get(1).isMissing()).isTrue();
      assertThat(answers.get(1).text()).contains("closed");
    }
  }

  @Test
  void tellsThatThereIsNoService() {
    int port = server.actualPort();
    server.close().await();
    try (FuzzClient client = new FuzzClient(port, 0, Map.of())) {
      assertThat(client.sendAll(List.of(to("/open")))).allMatch(FuzzAnswer::isMissing);
    }
  }
}
