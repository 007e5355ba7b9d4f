package dev.belfry.alerting.delivery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.alerting.alert.ActionAudience;
import dev.belfry.platform.template.SlackMarkup;
import dev.belfry.platform.template.TextLimit;
import java.time.Instant;

/** The bodies and paths that tell services of actions, in the documented form of each. Pure. */
final class ActionRequests {
  /** The name by which Belfry knows its own actions in Opsgenie's webhooks. */
  private static final int LONGEST_NOTE = 25_000;

  private static final int LONGEST_TEXT = 3_000;

  private ActionRequests() {}

  /** An event of PagerDuty's Events API v2, which knows no action but the acknowledgement. */
  static ObjectNode pagerDuty(ActionMessage message) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("routing_key", message.setting("serviceKey"))
        .put("event_action", "acknowledge")
        .put("dedup_key", message.key());
  }

  /** The path of Opsgenie's Alert API below its base address. */
  static String opsgeniePath(ActionMessage message) {
    String verb =
        switch (message.action().type()) {
          case ACKNOWLEDGE -> "acknowledge";
          case UNACKNOWLEDGE -> "unacknowledge";
          case SNOOZE -> "snooze";
          case UNSNOOZE, ASSIGN, UNASSIGN, COMMENT ->
              throw new IllegalArgumentException("Opsgenie is not told of this action");
        };
    return "/v2/alerts/" + message.key() + "/" + verb + "?identifierType=alias";
  }

  /** The body for {@link #opsgeniePath}. */
  static ObjectNode opsgenie(ActionMessage message) {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("user", ActionAudience.OURSELVES)
            .put("source", ActionAudience.OURSELVES)
            .put("note", TextLimit.cut(ActionText.of(message), LONGEST_NOTE));
    Long until = message.until();
    if (until != null) {
      body.put("endTime", Instant.ofEpochMilli(until).toString());
    }
    return body;
  }

  /** A post of Slack without its channel and thread. */
  static ObjectNode slack(ActionMessage message) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("text", SlackMarkup.escaped(TextLimit.cut(ActionText.of(message), LONGEST_TEXT)));
  }
}
