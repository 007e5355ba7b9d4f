package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.check.GroupRules;
import dev.belfry.monitoring.check.GroupSettings;
import dev.belfry.monitoring.check.RetryRules;
import dev.belfry.platform.error.Violation;
import java.util.List;

/** Rules of a group's body that its schema cannot say and that need no stored row. */
final class GroupDraftRules {
  private GroupDraftRules() {}

  /** What is wrong with a body that creates a group. */
  static List<Violation> ofDraft(ObjectNode body) {
    List<Violation> violations = GroupVariables.ofDraft(body);
    violations.addAll(ofBoth(body));
    return violations;
  }

  /** What is wrong with a body that updates a group, as far as it can be told from it alone. */
  static List<Violation> ofUpdate(ObjectNode body) {
    List<Violation> violations = GroupVariables.ofUpdate(body);
    violations.addAll(ofBoth(body));
    return violations;
  }

  private static List<Violation> ofBoth(ObjectNode body) {
    List<Violation> violations =
        Subscriptions.violations(
            dev.belfry.monitoring.channel.RequestedSubscription.read(
                new dev.belfry.api.contract.FieldReader(body), "alertChannelSubscriptions"));
    violations.addAll(
        RetryRules.violations(
            new dev.belfry.api.contract.FieldReader(body)
                .object("retryStrategy", dev.belfry.monitoring.check.RetryCodec::read)
                .value()));
    violations.addAll(GroupRules.violations(typeDefaults(body), List.of()));
    return violations;
  }

  /** The only parts that are judged without members; other parts may not even be well-formed. */
  private static GroupSettings typeDefaults(ObjectNode body) {
    return GroupSettings.of(body.deepCopy().retain("browserChecks", "multistepChecks"));
  }
}
