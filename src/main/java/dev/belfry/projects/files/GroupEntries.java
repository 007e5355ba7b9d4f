package dev.belfry.projects.files;

import com.fasterxml.jackson.databind.node.IntNode;
import dev.belfry.monitoring.check.GroupSettings;
import java.util.List;
import java.util.Set;

/**
 * Reads check groups, with the parameters of the specification's table "Check group configuration".
 */
final class GroupEntries {
  /** What a group may say of where its monitors run. */
  static final List<String> PLACES = List.of("locations", "privateLocations");

  private final ManifestBuilder draft;
  private final Shapes shapes;
  private final AlertEntries alerting;

  GroupEntries(ManifestBuilder draft, Shapes shapes, AlertEntries alerting) {
    this.draft = draft;
    this.shapes = shapes;
    this.alerting = alerting;
  }

  void add(Entry entry) {
    if (entry.existing() != null) {
      refer(entry, entry.existing());
      return;
    }
    Payload payload = draft.payload(entry);
    payload.members(
        entry,
        shapes.of(Section.GROUPS),
        draft.isPlacedByMembers(entry) ? Set.copyOf(PLACES) : Set.of());
    Value.Member multistep = entry.value().members().get("multiStepChecks");
    if (multistep != null) {
      String name = "multistepChecks";
      payload.put(
          name, multistep, shapes.of(Section.GROUPS, name), entry.pathOf("multiStepChecks"));
      if (entry.get(name) != null) {
        draft.error(
            multistep.location(),
            entry.pathOf("multiStepChecks") + " is " + name + ", which is there already");
      }
    }
    if (!payload.json().hasNonNull("concurrency")) {
      payload
          .json()
          .set("concurrency", IntNode.valueOf(GroupSettings.Execution.DEFAULT_CONCURRENCY));
    }
    payload.json().put("v", 2);
    alerting.policy(entry, payload);
    alerting.retry(entry, payload);
    new DependencyEntries(draft).add(entry, payload);
    draft.add(entry, payload);
    alerting.channels(entry, "groupId");
  }

  /** A group that is there already is referred to and never changed (specification, rule 3). */
  private void refer(Entry entry, String number) {
    entry
        .value()
        .members()
        .forEach(
            (name, member) -> {
              if (!Set.of("existing", "id", "monitors").contains(name)) {
                draft.error(
                    member.location(),
                    entry.pathOf(name) + " must be absent: an existing group is never changed");
              }
            });
    draft.existing(entry.section().type(), number, entry.locationOf("existing").at(entry.path()));
  }
}
