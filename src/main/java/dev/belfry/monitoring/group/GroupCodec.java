package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.check.EnvironmentVariableDraft;
import dev.belfry.monitoring.check.RetryCodec;
import dev.belfry.monitoring.check.RetryDraft;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.monitoring.group.GroupDraft.ApiDefaults;
import dev.belfry.monitoring.group.GroupDraft.BasicAuth;
import dev.belfry.monitoring.group.GroupDraft.GroupRetryDraft;
import dev.belfry.monitoring.group.GroupDraft.ScriptDefaults;
import dev.belfry.monitoring.group.GroupDraft.Secrets;
import java.util.List;

/**
 * The JSON members of a group: between a body, a draft and the settings document that is stored,
 * which is also the document that a project is compared by. No other class of the package names
 * them. Members with secrets are written in the order in which the database gives them.
 */
final class GroupCodec {
  /** The body of a new group. */
  static final DraftReader<GroupDraft> CREATE =
      new DraftReader<>(GroupCodec::read, GroupDraftRules::ofNew);

  /** The body of an update. */
  static final DraftReader<GroupDraft> UPDATE =
      new DraftReader<>(GroupCodec::read, GroupDraftRules::ofUpdate);

  private static final String API_DEFAULTS = "apiCheckDefaults";
  private static final String SUBSCRIPTIONS = "alertChannelSubscriptions";
  private static final String RETRY = "retryStrategy";
  private static final String FALLBACK = "FALLBACK";

  private GroupCodec() {}

  /** Reads a body. A list that is {@code null} counts as empty, as the contract says. */
  static GroupDraft read(JsonNode body) {
    FieldReader group = new FieldReader(body);
    return new GroupDraft(
        new GroupDraft.Profile(
            group.text("name"),
            group.texts("tags").whenNull(List.of()),
            group.flag("activated"),
            group.flag("muted"),
            group.flag("doubleCheck"),
            group.text("runtimeId")),
        new GroupDraft.Execution(
            group.texts("locations").whenNull(List.of()),
            group.texts("privateLocations"),
            group.whole("concurrency"),
            group.flag("runParallel"),
            retryStrategy(group)),
        new GroupDraft.Alerting(
            group.json("alertSettings"),
            group.flag("useGlobalAlertSettings"),
            RequestedSubscription.read(group, SUBSCRIPTIONS),
            Parent.read(group)),
        new GroupDraft.Scripts(
            group.number("setupSnippetId"),
            group.number("tearDownSnippetId"),
            group.text("localSetupScript"),
            group.text("localTearDownScript")),
        new GroupDraft.Frequencies(
            group.text("frequency"),
            group.object("browserChecks", GroupCodec::scriptDefaults),
            group.object("multistepChecks", GroupCodec::scriptDefaults)),
        new Secrets(
            EnvironmentVariableDraft.list(group).whenNull(List.of()),
            group.object(API_DEFAULTS, GroupCodec::apiDefaults).whenNull(noApiDefaults())));
  }

  private static Field<GroupRetryDraft> retryStrategy(FieldReader group) {
    Field<RetryDraft> strategy = group.object(RETRY, RetryCodec::read);
    return strategy.isPresent()
        ? strategy.map(GroupRetryDraft::new)
        : group.text(RETRY).map(fallback -> new GroupRetryDraft(null));
  }

  private static ScriptDefaults scriptDefaults(FieldReader defaults) {
    return new ScriptDefaults(defaults.text("frequency"), defaults.json("testMatch"));
  }

  private static ApiDefaults apiDefaults(FieldReader defaults) {
    JsonNode none = JsonNodeFactory.instance.arrayNode();
    return new ApiDefaults(
        defaults.text("url"),
        defaults.json("headers").whenNull(none),
        defaults.object("basicAuth", GroupCodec::basicAuth),
        defaults.json("assertions").whenNull(none),
        defaults.json("queryParameters").whenNull(none));
  }

  private static ApiDefaults noApiDefaults() {
    Field<JsonNode> none = Field.of(JsonNodeFactory.instance.arrayNode());
    return new ApiDefaults(Field.of(""), none, Field.of(null), none, none);
  }

  private static BasicAuth basicAuth(FieldReader basicAuth) {
    return new BasicAuth(basicAuth.text("password"), basicAuth.text("username"));
  }

  /** Writes the settings document: the members that the draft has, without the subscriptions. */
  static String settings(GroupDraft draft) {
    GroupDraft.Profile profile = draft.profile();
    GroupDraft.Execution execution = draft.execution();
    GroupDraft.Scripts scripts = draft.scripts();
    GroupDraft.Frequencies frequencies = draft.frequencies();
    FieldWriter settings =
        new FieldWriter()
            .text("name", profile.name())
            .texts("tags", profile.tags())
            .flag("activated", profile.activated())
            .flag("muted", profile.muted())
            .flag("doubleCheck", profile.doubleCheck())
            .text("runtimeId", profile.runtimeId())
            .texts("locations", execution.locations())
            .texts("privateLocations", execution.privateLocations())
            .number("concurrency", execution.concurrency())
            .flag("runParallel", execution.runParallel());
    retryStrategy(execution.retryStrategy(), settings);
    settings
        .json("alertSettings", draft.alerting().alertSettings())
        .flag("useGlobalAlertSettings", draft.alerting().useGlobalAlertSettings())
        .number("setupSnippetId", scripts.setupSnippetId())
        .number("tearDownSnippetId", scripts.tearDownSnippetId())
        .text("localSetupScript", scripts.localSetupScript())
        .text("localTearDownScript", scripts.localTearDownScript())
        .text("frequency", frequencies.frequency())
        .object("browserChecks", frequencies.browserChecks(), GroupCodec::write)
        .object("multistepChecks", frequencies.multistepChecks(), GroupCodec::write);
    write(draft.secrets(), settings);
    return settings.end();
  }

  private static void retryStrategy(Field<GroupRetryDraft> retry, FieldWriter settings) {
    GroupRetryDraft sent = retry.value();
    RetryDraft strategy = sent == null ? null : sent.strategy();
    if (sent != null && strategy == null) {
      settings.text(RETRY, Field.of(FALLBACK));
    } else if (retry.isPresent()) {
      settings.object(RETRY, Field.of(strategy), RetryCodec::write);
    }
  }

  private static void write(ScriptDefaults defaults, FieldWriter object) {
    object.text("frequency", defaults.frequency()).json("testMatch", defaults.testMatch());
  }

  private static void write(Secrets secrets, FieldWriter settings) {
    EnvironmentVariableDraft.write(secrets.variables(), settings);
    settings.object(API_DEFAULTS, secrets.apiCheckDefaults(), GroupCodec::write);
  }

  private static void write(ApiDefaults defaults, FieldWriter object) {
    object
        .text("url", defaults.url())
        .json("headers", defaults.headers())
        .object("basicAuth", defaults.basicAuth(), GroupCodec::write)
        .json("assertions", defaults.assertions())
        .json("queryParameters", defaults.queryParameters());
  }

  private static void write(BasicAuth basicAuth, FieldWriter object) {
    object.text("password", basicAuth.password()).text("username", basicAuth.username());
  }

  /** The members of a stored or a project's document that hold secrets. */
  static Secrets secrets(JsonNode document) {
    FieldReader group = new FieldReader(document);
    return new Secrets(
        EnvironmentVariableDraft.list(group), group.object(API_DEFAULTS, GroupCodec::apiDefaults));
  }

  /** The same document with other secrets, which it takes over. */
  static ObjectNode with(ObjectNode document, Secrets secrets) {
    FieldWriter members = new FieldWriter();
    write(secrets, members);
    document.setAll(JsonText.parse(members.end()));
    return document;
  }

  /** The settings that an update of stored ones leaves. */
  static ObjectNode merged(ObjectNode stored, GroupDraft update) {
    ObjectNode merged = stored.deepCopy();
    merged.setAll(JsonText.parse(settings(update)));
    return merged;
  }

  /** Those of the stored settings that decide where and when the checks of the group run. */
  static ObjectNode schedule(ObjectNode stored) {
    return stored
        .deepCopy()
        .retain("activated", "locations", "privateLocations", "tags", "runParallel");
  }

  /** Drops the subscriptions of a project's payload, which are resources of their own. */
  static void dropSubscriptions(ObjectNode payload) {
    payload.remove(SUBSCRIPTIONS);
  }

  /** Whether a project's payload is of the second generation. */
  static boolean isSecondGeneration(ObjectNode payload) {
    return payload.path("v").asInt() == 2;
  }
}
