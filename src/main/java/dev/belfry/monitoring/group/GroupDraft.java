package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Field;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.check.EnvironmentVariableDraft;
import dev.belfry.monitoring.check.RetryDraft;
import dev.belfry.monitoring.dependency.Parent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body that creates or updates a group of either generation. Each member is absent, {@code null}
 * or a value; the body was read by its schema before.
 */
record GroupDraft(
    Profile profile,
    Execution execution,
    Alerting alerting,
    Scripts scripts,
    Frequencies frequencies,
    Secrets secrets) {

  /** What the group is. */
  record Profile(
      Field<String> name,
      Field<List<String>> tags,
      Field<Boolean> activated,
      Field<Boolean> muted,
      Field<Boolean> doubleCheck,
      Field<String> runtimeId) {}

  /**
   * Where and how its checks run.
   *
   * @param privateLocations slugs of the account's own locations
   */
  record Execution(
      Field<List<String>> locations,
      Field<List<String>> privateLocations,
      Field<Integer> concurrency,
      Field<Boolean> runParallel,
      Field<GroupRetryDraft> retryStrategy) {}

  /**
   * Who is told, and when.
   *
   * @param alertSettings carried as sent, since no rule of a write looks into it
   */
  record Alerting(
      Field<JsonNode> alertSettings,
      Field<Boolean> useGlobalAlertSettings,
      Field<List<RequestedSubscription>> subscriptions,
      Field<List<Parent>> dependsOn) {}

  /** The snippets and scripts around runs, which are kept and not run. */
  record Scripts(
      Field<Long> setupSnippetId,
      Field<Long> tearDownSnippetId,
      Field<String> localSetupScript,
      Field<String> localTearDownScript) {}

  /** Default frequencies, by the name of the constant. */
  record Frequencies(
      Field<String> frequency,
      Field<ScriptDefaults> browserChecks,
      Field<ScriptDefaults> multistepChecks) {}

  /**
   * The defaults of the checks of one type.
   *
   * @param testMatch a text or a list of texts, carried as sent
   */
  record ScriptDefaults(Field<String> frequency, Field<JsonNode> testMatch) {}

  /** The members that hold secrets. */
  record Secrets(
      Field<List<EnvironmentVariableDraft>> variables, Field<ApiDefaults> apiCheckDefaults) {}

  /** The member {@code apiCheckDefaults}; its lists are carried as sent. */
  record ApiDefaults(
      Field<String> url,
      Field<JsonNode> headers,
      Field<BasicAuth> basicAuth,
      Field<JsonNode> assertions,
      Field<JsonNode> queryParameters) {
    ApiDefaults withBasicAuth(BasicAuth other) {
      return new ApiDefaults(url, headers, Field.of(other), assertions, queryParameters);
    }
  }

  /** The member {@code apiCheckDefaults.basicAuth}. */
  record BasicAuth(Field<String> password, Field<String> username) {
    /** Without the password. */
    @Override
    public String toString() {
      return "BasicAuth[username=" + username + "]";
    }
  }

  /**
   * The member {@code retryStrategy}.
   *
   * @param strategy null for the text {@code FALLBACK}: each check keeps its own
   */
  record GroupRetryDraft(@Nullable RetryDraft strategy) {}

  /** The same draft with the members that every stored group has, {@code null} where absent. */
  GroupDraft complete() {
    return new GroupDraft(
        new Profile(
            profile.name(),
            profile.tags(),
            profile.activated(),
            profile.muted(),
            profile.doubleCheck(),
            profile.runtimeId().orNull()),
        new Execution(
            execution.locations(),
            execution.privateLocations().orNull(),
            execution.concurrency(),
            execution.runParallel(),
            execution.retryStrategy()),
        alerting,
        new Scripts(
            scripts.setupSnippetId().orNull(),
            scripts.tearDownSnippetId().orNull(),
            scripts.localSetupScript().orNull(),
            scripts.localTearDownScript().orNull()),
        new Frequencies(
            frequencies.frequency().orNull(),
            frequencies.browserChecks().orNull(),
            frequencies.multistepChecks().orNull()),
        GroupSecrets.withPassword(secrets, ""));
  }

  /** The same draft with other secrets. */
  GroupDraft with(Secrets other) {
    return new GroupDraft(profile, execution, alerting, scripts, frequencies, other);
  }

  /** The public locations that the body names; empty when it names none. */
  List<String> publicLocations() {
    List<String> regions = execution.locations().value();
    return regions == null ? List.of() : regions;
  }

  /** The slugs of private locations that the body names; empty when it names none. */
  List<String> privateLocations() {
    List<String> slugs = execution.privateLocations().value();
    return slugs == null ? List.of() : slugs;
  }
}
