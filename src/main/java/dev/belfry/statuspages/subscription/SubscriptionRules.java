package dev.belfry.statuspages.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.check.MailAddress;
import dev.belfry.monitoring.check.WebAddress;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rules of subscriptions that their schema cannot say. */
final class SubscriptionRules {
  private SubscriptionRules() {}

  /** What is wrong with a body that subscribes one address. */
  static List<Violation> ofOne(ObjectNode body) {
    return problem(body).map(words -> new Violation("/config", words)).stream().toList();
  }

  /** What is wrong with a body that subscribes many addresses. */
  static List<Violation> ofMany(ObjectNode body) {
    List<Violation> violations = new ArrayList<>(0);
    JsonNode addresses = body.path("subscriptions");
    for (int i = 0; i < addresses.size(); i++) {
      String place = "/subscriptions/" + i + "/config";
      problem(addresses.get(i)).ifPresent(words -> violations.add(new Violation(place, words)));
    }
    return violations;
  }

  private static Optional<String> problem(JsonNode address) {
    String text = address.path("config").asText("");
    return switch (address.path("type").asText()) {
      case "EMAIL" ->
          MailAddress.isWellFormed(text)
              ? Optional.empty()
              : Optional.of("must be one e-mail address such as reader@example.com");
      case "WEBHOOK" ->
          WebAddress.isWellFormed(text)
              ? Optional.empty()
              : Optional.of("must be an http or https address such as https://example.com/hook");
      default -> Optional.empty();
    };
  }
}
