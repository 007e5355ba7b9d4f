package dev.belfry.alerting.delivery;

import dev.belfry.alerting.push.TeamPerson;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Persons of a team whom an attempt has not reached, by name and in their order. */
final class TeamUnreached {
  private final Map<UUID, Unreached> persons = new LinkedHashMap<>();

  /** Why a person does not have the message. */
  private record Unreached(String name, DeliveryResult result) {}

  void put(TeamPerson person, DeliveryResult result) {
    persons.put(person.id(), new Unreached(person.name(), result));
  }

  void remove(TeamPerson person) {
    persons.remove(person.id());
  }

  /** What to do again, with this sentence; null when nothing is left. */
  @Nullable DeliveryResult open(String sentence) {
    List<DeliveryResult> again =
        persons.values().stream()
            .map(Unreached::result)
            .filter(result -> result.outcome() == Outcome.RETRY)
            .toList();
    return again.isEmpty()
        ? null
        : new DeliveryResult(Outcome.RETRY, again.get(0).status(), sentence, wait(again));
  }

  /** The shortest wait: one person's push service must not hold up the message to others. */
  private static @Nullable Duration wait(List<DeliveryResult> again) {
    return again.stream().anyMatch(one -> one.after() == null)
        ? null
        : again.stream()
            .map(one -> Objects.requireNonNull(one.after()))
            .min(Comparator.naturalOrder())
            .orElse(null);
  }

  /** Each with the reason, after a semicolon. */
  String sentences() {
    return persons.values().stream()
        .map(one -> "; " + one.name() + ": " + one.result().answer())
        .collect(Collectors.joining());
  }
}
