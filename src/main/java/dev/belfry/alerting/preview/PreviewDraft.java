package dev.belfry.alerting.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.monitoring.channel.QuietHours;
import dev.belfry.monitoring.check.AlertSettings;
import dev.belfry.monitoring.check.RetryCodec;
import dev.belfry.monitoring.check.RetryRules;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.dependency.Dependencies;
import dev.belfry.monitoring.dependency.Parent;
import dev.belfry.monitoring.maintenance.ProposedWindow;
import dev.belfry.platform.error.Violation;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The body of a preview. No other class names its members. */
record PreviewDraft(
    Field<String> checkId,
    Field<Long> groupId,
    Field<String> from,
    Field<String> to,
    JsonNode policy) {
  /** Reads a body and names what a schema cannot. */
  static final DraftReader<PreviewDraft> BODY =
      new DraftReader<>(PreviewDraft::read, PreviewDraft::violations);

  /** The longest range. */
  static final Duration LONGEST = Duration.ofDays(30);

  private static final String POLICY = "policy";
  private static final String SETTINGS = "alertSettings";
  private static final String RETRIES = "retryStrategy";
  private static final String DEGRADED = "degradedResponseTime";
  private static final String MUTED = "muted";
  private static final String WINDOWS = "maintenanceWindows";
  private static final List<String> CHANNEL_MEMBERS = List.of("grouping", "quietHours");
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static PreviewDraft read(ObjectNode body) {
    FieldReader fields = new FieldReader(body);
    JsonNode policy = body.get(POLICY);
    return new PreviewDraft(
        fields.text("checkId"),
        fields.number("groupId"),
        fields.text("from"),
        fields.text("to"),
        policy instanceof ObjectNode ? policy : JsonNodeFactory.instance.objectNode());
  }

  private static List<Violation> violations(PreviewDraft draft) {
    List<Violation> violations = new ArrayList<>(0);
    if (draft.checkId.value() != null && draft.groupId.value() != null) {
      violations.add(new Violation("/groupId", "must be absent when checkId is sent"));
    }
    Instant from = time(draft.from);
    Instant to = time(draft.to);
    if (from != null
        && to != null
        && (!from.isBefore(to) || Duration.between(from, to).compareTo(LONGEST) > 0)) {
      violations.add(new Violation("/from", "must be before to, by 30 days at most"));
    }
    RetryRules.violations(new FieldReader(draft.policy).object(RETRIES, RetryCodec::read).value())
        .forEach(one -> violations.add(one.within("/policy")));
    JsonNode windows = draft.policy.path(WINDOWS);
    for (int i = 0; i < windows.size(); i++) {
      for (Violation one : ProposedWindow.violations(windows.get(i))) {
        violations.add(one.within("/policy/" + WINDOWS + "/" + i));
      }
    }
    boolean proposes = draft.policy.has(Parent.MEMBER);
    if (proposes && draft.checkId.value() == null && draft.groupId.value() == null) {
      violations.add(
          new Violation(
              "/" + POLICY + "/" + Parent.MEMBER,
              "must be absent unless checkId or groupId is sent"));
    }
    Dependencies.violations(Parent.read(new FieldReader(draft.policy)))
        .forEach(one -> violations.add(one.within("/" + POLICY)));
    QuietHours.violations(draft.channels())
        .forEach(one -> violations.add(one.within("/" + POLICY)));
    return violations;
  }

  /** The request of a body in which nothing is wrong. */
  PreviewRequest request() {
    FieldReader fields = new FieldReader(policy);
    List<ProposedWindow> windows = new ArrayList<>();
    policy.path(WINDOWS).forEach(window -> windows.add(ProposedWindow.of(window)));
    return new PreviewRequest(
        checkId.value() == null ? null : UUID.fromString(checkId.value()),
        groupId.value(),
        time(from),
        time(to),
        new PreviewRequest.Policy(
            part(SETTINGS, AlertSettings.class),
            policy.has(RETRIES),
            part(RETRIES, RetryStrategy.class),
            fields.decimal(DEGRADED).value(),
            fields.flag(MUTED).value(),
            windows,
            Parent.read(fields).value(),
            channels()));
  }

  /** The members that are settings of a channel. */
  private ObjectNode channels() {
    ObjectNode channels = JsonNodeFactory.instance.objectNode();
    for (String name : CHANNEL_MEMBERS) {
      if (policy.has(name)) {
        channels.set(name, policy.get(name));
      }
    }
    return channels;
  }

  private <T> @Nullable T part(String name, Class<T> type) {
    return policy.hasNonNull(name) ? MAPPER.convertValue(policy.get(name), type) : null;
  }

  private static @Nullable Instant time(Field<String> sent) {
    String text = sent.value();
    return text == null ? null : OffsetDateTime.parse(text).toInstant();
  }
}
