package dev.belfry.engine.testsession;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.monitoring.check.ApiDefaults;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.RetryStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a run needs to know. It holds secrets, so that only its sealed text is stored.
 *
 * @param document the settings of the check
 * @param check whose variables and secrets apply; null for a check that is not stored
 * @param group whose variables and secrets apply; null for none, or one that is not stored
 * @param defaults of the group, JSON text; null for none
 * @param variables that precede those of check and group, the last of a name first
 * @param retry null for no retries
 * @param isTest whether the result is told as that of a test of settings
 */
record TestJob(
    ObjectNode document,
    @Nullable UUID check,
    @Nullable Long group,
    @Nullable String defaults,
    List<ApiScope.OwnVariable> variables,
    @Nullable RetryStrategy retry,
    boolean isTest) {
  private static final ObjectMapper JSON = new ObjectMapper();

  TestJob {
    variables = List.copyOf(variables);
  }

  /** A run of a session. */
  TestJob(
      ObjectNode document,
      @Nullable UUID check,
      @Nullable Long group,
      @Nullable String defaults,
      List<ApiScope.OwnVariable> variables,
      @Nullable RetryStrategy retry) {
    this(document, check, group, defaults, variables, retry, false);
  }

  /** The test of settings that have no variables. */
  static TestJob ofTest(ObjectNode document) {
    return new TestJob(document, null, null, null, List.of(), null, true);
  }

  CheckSettings settings() {
    return CheckSettings.of(document);
  }

  ApiScope scope(UUID account) {
    return new ApiScope(account, check, group, ApiDefaults.parse(defaults), variables);
  }

  /** The same job with the defaults of its stored group, JSON text. */
  TestJob withDefaults(@Nullable String stored) {
    return new TestJob(document, check, group, stored, variables, retry, isTest);
  }

  /** The job as JSON text, with its secrets. */
  String text() {
    ObjectNode text =
        JsonNodeFactory.instance
            .objectNode()
            .put("check", check == null ? null : check.toString())
            .put("group", group)
            .put("defaults", defaults)
            .put("isTest", isTest);
    text.set("document", document);
    text.set("retry", JSON.valueToTree(retry));
    ArrayNode list = text.putArray("variables");
    variables.forEach(
        one ->
            list.addObject()
                .put("key", one.key())
                .put("value", one.value())
                .put("secret", one.secret()));
    return text.toString();
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException if a member has a value that does not fit
   */
  static TestJob parse(String text) {
    ObjectNode stored = JsonText.parse(text);
    JsonNode check = stored.path("check");
    JsonNode group = stored.path("group");
    List<ApiScope.OwnVariable> variables = new ArrayList<>();
    stored
        .path("variables")
        .forEach(
            one ->
                variables.add(
                    new ApiScope.OwnVariable(
                        one.path("key").asText(),
                        one.path("value").asText(),
                        one.path("secret").asBoolean())));
    return new TestJob(
        (ObjectNode) stored.get("document"),
        check.isTextual() ? UUID.fromString(check.asText()) : null,
        group.isNumber() ? (Long) group.asLong() : null,
        stored.path("defaults").textValue(),
        variables,
        retry(stored.path("retry")),
        stored.path("isTest").asBoolean());
  }

  /** Reads a retry strategy that its schema has checked; null for none. */
  static @Nullable RetryStrategy retry(JsonNode sent) {
    if (!sent.isObject()) {
      return null;
    }
    try {
      return JSON.treeToValue(sent, RetryStrategy.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  /** Without the settings, which may hold secrets. */
  @Override
  public String toString() {
    return "TestJob[check=" + check + "]";
  }
}
