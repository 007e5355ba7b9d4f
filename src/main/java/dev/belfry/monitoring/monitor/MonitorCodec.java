package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.contract.FieldWriter;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.EnvironmentVariableDraft;
import dev.belfry.monitoring.check.RetryCodec;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.monitoring.heartbeat.HeartbeatDraft;
import dev.belfry.monitoring.monitor.MonitorDraft.IncidentDraft;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON members of a monitor: between a body, a draft, the settings document that is stored and
 * the document that a project is compared by. No other class of the package names them.
 */
final class MonitorCodec {
  private static final String CHECK_TYPE = "checkType";
  private static final String GROUP = "groupId";
  private static final String OFFSET = "frequencyOffset";
  private static final List<String> SCRIPTS = List.of("localSetupScript", "localTearDownScript");
  private static final List<String> SNIPPETS = List.of("setupSnippetId", "tearDownSnippetId");
  private static final String SUBSCRIPTIONS = "alertChannelSubscriptions";

  private MonitorCodec() {}

  /** The body of a new monitor of a type. */
  static DraftReader<MonitorDraft> creation(CheckType type) {
    return new DraftReader<>(body -> read(type, body), MonitorRules::ofNew);
  }

  /** The body of an update of a monitor of a type. */
  static DraftReader<MonitorDraft> update(CheckType type) {
    return new DraftReader<>(body -> read(type, body), MonitorRules::ofUpdate);
  }

  /** Reads a body, or stored settings. */
  static MonitorDraft read(CheckType type, JsonNode body) {
    FieldReader monitor = new FieldReader(body);
    return new MonitorDraft(
        type,
        new MonitorDraft.Identity(
            monitor.text("name"),
            monitor.text("description"),
            monitor.texts("tags"),
            monitor.number(GROUP),
            monitor.decimal("groupOrder"),
            monitor.text("runtimeId")),
        new MonitorDraft.Activity(
            monitor.flag("activated"),
            monitor.flag("muted"),
            monitor.flag("shouldFail"),
            monitor.flag("doubleCheck")),
        new MonitorDraft.Schedule(
            monitor.whole("frequency"),
            monitor.whole(OFFSET),
            monitor.texts("locations"),
            monitor.texts("privateLocations"),
            monitor.flag("runParallel")),
        new MonitorDraft.Execution(
            monitor.object("request", request -> CheckRequestDraft.read(type, request)),
            monitor.object("retryStrategy", RetryCodec::read),
            EnvironmentVariableDraft.list(monitor).whenNull(List.of()),
            type.hasVariables() ? scripts(monitor) : List.of(),
            monitor.object("heartbeat", HeartbeatDraft::read)),
        new MonitorDraft.Limits(
            monitor.decimal(type.limits().degraded()), monitor.decimal(type.limits().max())),
        new MonitorDraft.Alerting(
            monitor.json("alertSettings"),
            monitor.flag("useGlobalAlertSettings"),
            monitor.object("triggerIncident", MonitorCodec::incident),
            RequestedSubscription.read(monitor, SUBSCRIPTIONS),
            Parent.read(monitor)));
  }

  private static List<String> scripts(FieldReader monitor) {
    List<String> named = new ArrayList<>(0);
    for (String script : SCRIPTS) {
      String text = monitor.text(script).value();
      if (text != null && !text.isBlank()) {
        named.add(script);
      }
    }
    for (String snippet : SNIPPETS) {
      Long id = monitor.number(snippet).value();
      if (id != null && id != 0) {
        named.add(snippet);
      }
    }
    return named;
  }

  private static IncidentDraft incident(FieldReader incident) {
    return new IncidentDraft(
        incident.text("serviceId"),
        incident.text("severity"),
        incident.text("name"),
        incident.text("description"),
        incident.flag("notifySubscribers"));
  }

  /**
   * Writes the settings document: the members that the draft has, without the group and the
   * subscriptions, which have columns and rows of their own.
   */
  static String settings(MonitorDraft draft) {
    MonitorDraft.Identity identity = draft.identity();
    MonitorDraft.Activity activity = draft.activity();
    MonitorDraft.Schedule schedule = draft.schedule();
    MonitorDraft.Alerting alerting = draft.alerting();
    FieldWriter settings = new FieldWriter();
    EnvironmentVariableDraft.write(draft.execution().variables(), settings);
    return settings
        .text("name", identity.name())
        .text("description", identity.description())
        .texts("tags", identity.tags())
        .number("groupOrder", identity.groupOrder())
        .text("runtimeId", identity.runtimeId())
        .flag("activated", activity.activated())
        .flag("muted", activity.muted())
        .flag("shouldFail", activity.shouldFail())
        .flag("doubleCheck", activity.doubleCheck())
        .number("frequency", schedule.frequency())
        .number(OFFSET, schedule.frequencyOffset())
        .texts("locations", schedule.locations())
        .texts("privateLocations", schedule.privateLocations())
        .flag("runParallel", schedule.runParallel())
        .object("request", draft.execution().request(), CheckRequestDraft::write)
        .object("retryStrategy", draft.execution().retryStrategy(), RetryCodec::write)
        .object("heartbeat", draft.execution().heartbeat(), HeartbeatDraft::write)
        .number(draft.type().limits().degraded(), draft.limits().degraded())
        .number(draft.type().limits().max(), draft.limits().max())
        .json("alertSettings", alerting.alertSettings())
        .flag("useGlobalAlertSettings", alerting.useGlobalAlertSettings())
        .object("triggerIncident", alerting.triggerIncident(), MonitorCodec::write)
        .end();
  }

  private static void write(IncidentDraft incident, FieldWriter object) {
    object
        .text("serviceId", incident.serviceId())
        .text("severity", incident.severity())
        .text("name", incident.name())
        .text("description", incident.description())
        .flag("notifySubscribers", incident.notifySubscribers());
  }

  /** The type that a project's payload names, null when it names none. */
  static @Nullable JsonNode checkType(ObjectNode payload) {
    return payload.hasNonNull(CHECK_TYPE) ? payload.get(CHECK_TYPE) : null;
  }

  /** Drops the subscriptions of a project's payload, which are resources of their own. */
  static void dropSubscriptions(ObjectNode payload) {
    payload.remove(SUBSCRIPTIONS);
  }

  /** The document of a complete draft. */
  static ObjectNode document(MonitorDraft draft) {
    return Parent.put(
        document(draft.type().name(), settings(draft), draft.identity().groupId().value()),
        draft.alerting().dependsOn());
  }

  /**
   * The document of what is stored: the type, the settings and the group, and {@code null} for an
   * offset that the settings do not have.
   */
  static ObjectNode document(String type, String settings, @Nullable Long group) {
    ObjectNode document = JsonText.parse(settings);
    document.put(CHECK_TYPE, type);
    document.put(GROUP, group);
    if (!CheckType.HEARTBEAT.name().equals(type)) {
      document.putIfAbsent(OFFSET, document.nullNode());
    }
    return document;
  }

  /** The type of a document. */
  static String type(ObjectNode document) {
    return document.get(CHECK_TYPE).textValue();
  }

  /** Whether a document is one of a monitor that pings and is not paused. */
  static boolean needsPings(ObjectNode document) {
    return CheckType.ICMP.name().equals(type(document))
        && document.path("activated").asBoolean(true);
  }

  /** The group of a document, null for none. */
  static @Nullable Long group(ObjectNode document) {
    return new FieldReader(document).number(GROUP).value();
  }

  /** The settings of a document as they are stored, JSON text. */
  static String settings(ObjectNode document) {
    ObjectNode settings = document.deepCopy();
    settings.remove(CHECK_TYPE);
    settings.remove(GROUP);
    settings.remove(Parent.MEMBER);
    if (settings.path(OFFSET).isNull()) {
      settings.remove(OFFSET);
    }
    return settings.toString();
  }
}
