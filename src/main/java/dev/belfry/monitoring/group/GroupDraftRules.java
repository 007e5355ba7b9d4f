package dev.belfry.monitoring.group;

import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.monitoring.check.EnvironmentVariableRules;
import dev.belfry.monitoring.check.Frequency;
import dev.belfry.monitoring.check.GroupRules;
import dev.belfry.monitoring.check.GroupSettings;
import dev.belfry.monitoring.check.RetryRules;
import dev.belfry.monitoring.check.SecretText;
import dev.belfry.monitoring.dependency.Dependencies;
import dev.belfry.monitoring.group.GroupDraft.GroupRetryDraft;
import dev.belfry.monitoring.group.GroupDraft.ScriptDefaults;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rules of a group's body that its schema cannot say and that need no stored row. */
final class GroupDraftRules {
  private GroupDraftRules() {}

  /** What is wrong with a draft of a new group. */
  static List<Violation> ofNew(GroupDraft draft) {
    List<Violation> violations = EnvironmentVariableRules.ofNew(draft.secrets().variables());
    violations.addAll(
        SecretText.ofNew(
            "/apiCheckDefaults/basicAuth/password",
            Field.of(GroupSecrets.password(draft.secrets()))));
    violations.addAll(ofBoth(draft));
    return violations;
  }

  /** What is wrong with a draft of an update, as far as it can be told from the draft alone. */
  static List<Violation> ofUpdate(GroupDraft draft) {
    List<Violation> violations = EnvironmentVariableRules.ofUpdate(draft.secrets().variables());
    violations.addAll(ofBoth(draft));
    return violations;
  }

  private static List<Violation> ofBoth(GroupDraft draft) {
    GroupRetryDraft retry = draft.execution().retryStrategy().value();
    List<Violation> violations = Subscriptions.violations(draft.alerting().subscriptions());
    violations.addAll(Dependencies.violations(draft.alerting().dependsOn()));
    violations.addAll(RetryRules.violations(retry == null ? null : retry.strategy()));
    violations.addAll(
        GroupRules.ofTypeDefaults(
            new GroupSettings.Frequencies(
                null,
                defaults(draft.frequencies().browserChecks().value()),
                defaults(draft.frequencies().multistepChecks().value()))));
    return violations;
  }

  private static GroupSettings.@Nullable TypeDefaults defaults(@Nullable ScriptDefaults sent) {
    String frequency = sent == null ? null : sent.frequency().value();
    return frequency == null ? null : new GroupSettings.TypeDefaults(Frequency.valueOf(frequency));
  }
}
