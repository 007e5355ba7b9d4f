package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.check.ResponseTimeRules;
import dev.belfry.monitoring.check.RetryRules;
import dev.belfry.monitoring.check.ScheduleRules;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules of a URL monitor that its schema cannot say. */
final class MonitorRules {
  private MonitorRules() {}

  /** What is wrong with a body that creates a monitor; its defaults are filled in. */
  static List<Violation> ofDraft(ObjectNode body) {
    List<Violation> violations = ofMembers(body);
    if (body.has("frequency")) {
      violations.addAll(schedule(body));
    }
    violations.addAll(responseTimes(body));
    return violations;
  }

  /**
   * What is wrong with a body that updates a monitor, as far as it can be told from the body alone:
   * a member that is absent keeps its stored value.
   */
  static List<Violation> ofUpdate(ObjectNode body) {
    List<Violation> violations = ofMembers(body);
    if (body.has("frequency") && body.has("frequencyOffset")) {
      violations.addAll(schedule(body));
    }
    violations.addAll(responseTimes(body));
    return violations;
  }

  /** What is wrong with the settings that an update would leave stored. */
  static List<Violation> ofResult(ObjectNode settings) {
    List<Violation> violations = new ArrayList<>(schedule(settings));
    violations.addAll(responseTimes(settings));
    return violations;
  }

  private static List<Violation> ofMembers(ObjectNode body) {
    List<Violation> violations = new ArrayList<>(0);
    String url = body.path("request").path("url").textValue();
    if (url != null && !WebAddress.isWellFormed(url)) {
      violations.add(
          new Violation(
              "/request/url", "must be an http or https address such as https://example.com/"));
    }
    violations.addAll(RetryRules.violations(body.get("retryStrategy")));
    violations.addAll(Subscriptions.violations(body.path("alertChannelSubscriptions")));
    return violations;
  }

  private static List<Violation> schedule(ObjectNode body) {
    return ScheduleRules.violations(whole(body, "frequency"), whole(body, "frequencyOffset"));
  }

  private static List<Violation> responseTimes(ObjectNode body) {
    return ResponseTimeRules.violations(
        decimal(body, "degradedResponseTime"), decimal(body, "maxResponseTime"));
  }

  private static @Nullable Integer whole(ObjectNode body, String name) {
    JsonNode value = body.get(name);
    return value == null || !value.isNumber() ? null : (Integer) value.intValue();
  }

  private static @Nullable Double decimal(ObjectNode body, String name) {
    JsonNode value = body.get(name);
    return value == null || !value.isNumber() ? null : (Double) value.doubleValue();
  }
}
