package dev.belfry.api.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Obstacle;
import dev.belfry.platform.error.Violation;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.handler.HttpException;
import java.util.Map;

/** Turns a failure into an answer of the error table. */
final class ErrorRenderer {
  /** Seconds that a client should wait when its request cannot be answered yet. */
  private static final String RETRY_AFTER = "1";

  private ErrorRenderer() {}

  /** The failure as a row of the error table; anything we did not throw on purpose is a 500. */
  static ApiException classify(Throwable failure) {
    if (failure instanceof ApiException known) {
      return known;
    }
    if (failure instanceof HttpException http) {
      return new ApiException(ApiError.ofStatus(http.getStatusCode()));
    }
    return new ApiException(ApiError.INTERNAL);
  }

  static ApiResponse render(ApiException failure) {
    ApiError error = failure.error();
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("statusCode", error.status())
            .put("error", error.reason())
            .put("message", failure.getMessage());
    ObjectNode target = error.hasAttributes() ? body.putObject("attributes") : body;
    failure.members().forEach(target::put);
    if (!failure.violations().isEmpty()) {
      addViolations(failure, body);
    }
    if (!failure.obstacles().isEmpty()) {
      addObstacles(failure, body);
    }
    return new ApiResponse(error.status(), Buffer.buffer(body.toString()), headers(failure));
  }

  private static Map<String, String> headers(ApiException failure) {
    String wait = failure.members().get("retryAfterSeconds");
    if (wait != null) {
      return Map.of("retry-after", wait);
    }
    return failure.error() == ApiError.UNAVAILABLE || failure.error() == ApiError.STILL_RUNNING
        ? Map.of("retry-after", RETRY_AFTER)
        : Map.of();
  }

  private static void addObstacles(ApiException failure, ObjectNode body) {
    ArrayNode obstacles = body.putObject("attributes").putArray("obstacles");
    for (Obstacle obstacle : failure.obstacles()) {
      obstacles
          .addObject()
          .put("code", obstacle.code())
          .put("message", obstacle.message())
          .put("type", obstacle.type())
          .put("id", obstacle.id());
    }
  }

  private static void addViolations(ApiException failure, ObjectNode body) {
    ObjectNode validation = body.putObject("validation").put("source", failure.source().wire());
    ArrayNode keys = validation.putArray("keys");
    failure.violations().stream().map(Violation::key).distinct().forEach(keys::add);
    ArrayNode errors = body.putObject("attributes").putArray("errors");
    for (Violation violation : failure.violations()) {
      errors.addObject().put("path", violation.path()).put("message", violation.message());
    }
  }
}
