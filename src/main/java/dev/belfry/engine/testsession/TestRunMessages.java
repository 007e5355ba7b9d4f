package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.belfry.api.http.JsonText;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.function.BiConsumer;

/** Makes the messages of one run, each once, from the states of its row. */
final class TestRunMessages {
  private static final int OVER = 2;

  private boolean started;
  private boolean ended;
  private int claim;
  private int attempts;

  /**
   * Sends what a subscriber has not been told.
   *
   * @param row id, version, state, claims, outcome, message, attempts, name, type, location and
   *     time of the last change
   * @param sender takes the last part of the topic and a JSON text
   */
  void next(Row row, BiConsumer<String, String> sender) {
    boolean over = row.getInteger(2) == OVER;
    if (!started && row.getInteger(3) > 0) {
      started = true;
      sender.accept("run-start", "{}");
    }
    if (claim != row.getInteger(3)) { // It was begun again, with no attempts.
      claim = row.getInteger(3);
      attempts = 0;
    }
    String[] results = row.getArrayOfStrings(6);
    TestOutcome outcome = over ? TestOutcome.of(row.getInteger(4)) : null;
    boolean hasFinal =
        outcome != null && outcome != TestOutcome.CANCELLED && outcome != TestOutcome.ERROR;
    int retried = hasFinal ? results.length - 1 : results.length;
    for (; attempts < retried; attempts++) {
      sender.accept("result", result(row, "ATTEMPT", JsonText.parse(results[attempts])));
    }
    if (outcome == null || ended) {
      return;
    }
    ended = true;
    if (hasFinal) {
      sender.accept("result", result(row, "FINAL", JsonText.parse(results[results.length - 1])));
    } else if (outcome == TestOutcome.CANCELLED) {
      sender.accept("result", result(row, "FINAL", cancelled(row)));
    } else {
      String message = row.getString(5);
      sender.accept(
          "error",
          TextNode.valueOf(message == null ? "The check could not be run" : message).toString());
    }
  }

  private static ObjectNode cancelled(Row row) {
    String time = JsonText.timestamp(Instant.ofEpochMilli(row.getLong(10)));
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", row.getUUID(0).toString())
        .put("name", row.getString(7))
        .put("checkType", row.getString(8))
        .put("runLocation", row.getString(9))
        .put("hasFailures", false)
        .put("hasErrors", false)
        .put("isDegraded", false)
        .put("isCancelled", true)
        .put("startedAt", time)
        .put("stoppedAt", time);
  }

  private static String result(Row row, String type, ObjectNode result) {
    ObjectNode data = CheckRunData.of(result);
    if (data != null) {
      result.set("checkRunData", data);
    }
    ObjectNode message =
        JsonNodeFactory.instance
            .objectNode()
            .put("testResultId", row.getUUID(0).toString())
            .put("resultType", type);
    message.set("result", result);
    return message.toString();
  }
}
