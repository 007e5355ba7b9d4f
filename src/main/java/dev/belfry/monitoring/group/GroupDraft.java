package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body that creates or updates a group, cut into what is stored apart. Made once for each
 * request; takes the body over.
 *
 * @param settings the members that go into the settings document, in the form they are stored in
 * @param subscriptions the member {@code alertChannelSubscriptions}, null when absent
 */
record GroupDraft(ObjectNode settings, @Nullable JsonNode subscriptions) {

  /** Members a new group has even if the body does not name them (wire contract 1.6). */
  private static final List<String> NULL_BY_DEFAULT =
      List.of(
          "privateLocations",
          "runtimeId",
          "setupSnippetId",
          "tearDownSnippetId",
          "localSetupScript",
          "localTearDownScript",
          "frequency",
          "browserChecks",
          "multistepChecks");

  /** Lists of which the contract says that null counts as empty. */
  private static final List<String> LISTS = List.of("tags", "locations", "environmentVariables");

  private static final List<String> API_LISTS = List.of("headers", "queryParameters", "assertions");

  static GroupDraft of(ObjectNode body) {
    JsonNode subscriptions = body.remove("alertChannelSubscriptions");
    emptyForNull(body, LISTS);
    if (body.has("apiCheckDefaults")) {
      apiCheckDefaults(body);
    }
    if (body.path("retryStrategy").path("onlyOn").isTextual()) {
      ObjectNode retryStrategy = (ObjectNode) body.get("retryStrategy");
      String onlyOn = retryStrategy.get("onlyOn").textValue();
      retryStrategy.putArray("onlyOn").add(onlyOn);
    }
    return new GroupDraft(body, subscriptions);
  }

  /** The settings of a new group: every member of the answer is there. */
  ObjectNode newSettings() {
    if (settings.at("/apiCheckDefaults/basicAuth") instanceof ObjectNode basicAuth
        && !basicAuth.hasNonNull("password")) {
      basicAuth.put("password", "");
    }
    for (String name : NULL_BY_DEFAULT) {
      if (!settings.has(name)) {
        settings.putNull(name);
      }
    }
    return settings;
  }

  java.util.List<String> privateLocations() {
    List<String> v =
        new dev.belfry.api.contract.FieldReader(settings).texts("privateLocations").value();
    return v == null ? List.of() : v;
  }

  @Nullable List<dev.belfry.monitoring.channel.RequestedSubscription> requested() {
    return subscriptions == null
        ? null
        : dev.belfry.monitoring.channel.RequestedSubscription.read(
                new dev.belfry.api.contract.FieldReader(
                    com.fasterxml.jackson.databind.node.JsonNodeFactory.instance
                        .objectNode()
                        .set("x", subscriptions)),
                "x")
            .value();
  }

  private static void apiCheckDefaults(ObjectNode body) {
    if (body.get("apiCheckDefaults").isNull()) {
      ObjectNode empty = body.putObject("apiCheckDefaults").put("url", "").putNull("basicAuth");
      API_LISTS.forEach(empty::putArray);
    } else {
      emptyForNull((ObjectNode) body.get("apiCheckDefaults"), API_LISTS);
    }
  }

  private static void emptyForNull(ObjectNode object, List<String> lists) {
    for (String name : lists) {
      if (object.path(name).isNull()) {
        object.putArray(name);
      }
    }
  }
}
