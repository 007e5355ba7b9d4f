package dev.belfry.engine.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.engine.run.AgentRefusedException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The requests of a connection that are not answered yet. Confined to an event loop. */
final class PendingAnswers {
  private final Vertx vertx;
  private final Map<Long, Asked> asked = new HashMap<>();

  private record Asked(List<JsonNode> parts, Promise<List<JsonNode>> answer, long timer) {}

  PendingAnswers(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * Awaits the answer to a request. The future fails when none comes in time.
   *
   * @param millis how long it may take
   * @param late told when it takes longer
   */
  Future<List<JsonNode>> await(long id, long millis, Runnable late) {
    Promise<List<JsonNode>> answer = Promise.promise();
    long timer =
        vertx.setTimer(
            millis,
            due -> {
              if (asked.remove(id) != null) {
                answer.tryFail(new IOException("The service did not answer in time"));
                late.run();
              }
            });
    asked.put(id, new Asked(new ArrayList<>(1), answer, timer));
    return answer.future();
  }

  /** Takes a part of an answer, its last part, or a refusal. */
  void onMessage(JsonNode message) {
    long id = message.path("id").asLong();
    Asked one = asked.get(id);
    if (one == null) {
      return;
    }
    if (message.has("part")) {
      one.parts().add(message.path("part"));
      return;
    }
    asked.remove(id);
    vertx.cancelTimer(one.timer());
    JsonNode error = message.path("error");
    if (error.isObject()) {
      one.answer()
          .tryFail(
              new AgentRefusedException(
                  error.path("code").asText(),
                  error.path("reason").asInt(),
                  error.path("message").asText()));
    } else {
      one.parts().add(message.path("answer"));
      one.answer().tryComplete(one.parts());
    }
  }

  /** Fails all requests, since their connection is lost. */
  void onLost() {
    List<Asked> open = List.copyOf(asked.values());
    asked.clear();
    for (Asked one : open) {
      vertx.cancelTimer(one.timer());
      one.answer().tryFail(new IOException("The connection to the service was lost"));
    }
  }
}
