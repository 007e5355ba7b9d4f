package dev.belfry.engine.objective;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.RequestedSubscription;
import dev.belfry.monitoring.channel.Subscriptions;
import dev.belfry.platform.error.Violation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** The JSON members of an objective, of a body and of an answer. */
final class ObjectiveCodec {
  /** The body of a new objective. */
  static final DraftReader<ObjectiveDraft> CREATE =
      new DraftReader<>(ObjectiveCodec::read, ObjectiveCodec::ofCreation);

  /** The body of an update. */
  static final DraftReader<ObjectiveDraft> UPDATE =
      new DraftReader<>(ObjectiveCodec::read, ObjectiveCodec::ofUpdate);

  private static final String NAME = "name";
  private static final String DESCRIPTION = "description";
  private static final String CHECK = "checkId";
  private static final String GROUP = "groupId";
  private static final String TAG = "tag";
  private static final String TARGET = "target";
  private static final String DAYS = "windowDays";
  private static final String CHANNELS = "alertChannelSubscriptions";
  private static final int MOST_DECIMALS = 3;

  private ObjectiveCodec() {}

  private static ObjectiveDraft read(JsonNode body) {
    FieldReader objective = new FieldReader(body);
    return new ObjectiveDraft(
        objective.text(NAME),
        objective.text(DESCRIPTION),
        objective.text(CHECK, UUID::fromString),
        objective.number(GROUP),
        objective.text(TAG),
        objective.decimal(TARGET),
        objective.whole(DAYS),
        RequestedSubscription.read(objective, CHANNELS));
  }

  private static List<Violation> ofCreation(ObjectiveDraft draft) {
    List<Violation> violations = ofUpdate(draft);
    List<String> subjects = new ArrayList<>();
    name(subjects, CHECK, draft.checkId());
    name(subjects, GROUP, draft.groupId());
    name(subjects, TAG, draft.tag());
    if (subjects.isEmpty()) {
      violations.add(new Violation("/" + CHECK, "is required, or groupId or tag in its place"));
    }
    for (String other : subjects.subList(Math.min(1, subjects.size()), subjects.size())) {
      violations.add(new Violation("/" + other, "must be absent beside " + subjects.get(0)));
    }
    return violations;
  }

  private static void name(List<String> subjects, String name, Field<?> member) {
    if (member.value() != null) {
      subjects.add(name);
    }
  }

  private static List<Violation> ofUpdate(ObjectiveDraft draft) {
    List<Violation> violations = new ArrayList<>(Subscriptions.violations(draft.channels()));
    Double target = draft.target().value();
    if (target != null && BigDecimal.valueOf(target).stripTrailingZeros().scale() > MOST_DECIMALS) {
      violations.add(new Violation("/target", "must have at most three decimals"));
    }
    return violations;
  }

  /** An objective as an answer shows it. */
  static String view(ObjectiveRow row) {
    return members(JsonText.object().number("id", row.id()), row.objective())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }

  /** An objective as a project compares it: every member that can be set. */
  static String document(Objective objective) {
    return members(JsonText.object(), objective).end();
  }

  private static JsonText members(JsonText text, Objective objective) {
    UUID check = objective.checkId();
    return text.string(NAME, objective.name())
        .string(DESCRIPTION, objective.description())
        .string(CHECK, check == null ? null : check.toString())
        .number(GROUP, objective.groupId())
        .string(TAG, objective.tag())
        .raw(TARGET, decimal(objective.target()))
        .number(DAYS, (long) objective.windowDays())
        .raw(CHANNELS, channels(objective));
  }

  /** The objective of a document. */
  static Objective ofDocument(JsonNode document) {
    return read(document).objective();
  }

  /** Whether two documents are about the same monitors. */
  static boolean isOfSameSubject(JsonNode one, JsonNode other) {
    Objective first = ofDocument(one);
    Objective second = ofDocument(other);
    return Objects.equals(first.checkId(), second.checkId())
        && Objects.equals(first.groupId(), second.groupId())
        && Objects.equals(first.tag(), second.tag());
  }

  /** The channels as JSON text, in the order of their ids. */
  static String channels(Objective objective) {
    return RequestedSubscription.sortedText(objective.channels());
  }

  /** A number as JSON, without an exponent. */
  static String decimal(double number) {
    BigDecimal plain = BigDecimal.valueOf(number).stripTrailingZeros();
    return plain.toPlainString();
  }
}
