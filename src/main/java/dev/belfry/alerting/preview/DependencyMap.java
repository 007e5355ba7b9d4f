package dev.belfry.alerting.preview;

import dev.belfry.monitoring.dependency.Parent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the checks of a preview depend on, in force and with the change of the request: the
 * dependencies of a check are its own and those of its group.
 */
final class DependencyMap {
  private final PreviewStore.Selection selection;
  private final @Nullable List<Parent> proposed;
  private final Map<UUID, Parents> parents = new HashMap<>();
  private final Map<Long, List<UUID>> members = new HashMap<>();

  /** The parents of one check. */
  record Parents(Set<Parent> inForce, Set<Parent> changed) {}

  /**
   * @param proposed takes the place of the dependencies of the selected check or group, null for no
   *     change
   */
  DependencyMap(PreviewStore.Selection selection, @Nullable List<Parent> proposed) {
    this.selection = selection;
    this.proposed = proposed;
  }

  /** Takes the stored dependencies of checks. */
  void add(Collection<PreviewedCheck> checks, List<PreviewParentStore.Edge> edges) {
    for (PreviewedCheck check : checks) {
      parents.put(check.id(), new Parents(new LinkedHashSet<>(), new LinkedHashSet<>()));
      List<Parent> instead = proposed;
      if (instead != null && (isSelectedCheck(check.id()) || isOfSelectedGroup(check))) {
        of(check.id()).changed().addAll(instead);
      }
      edges.stream()
          .filter(edge -> edge.check().equals(check.id()))
          .forEach(
              edge -> {
                of(check.id()).inForce().add(edge.parent());
                boolean replaced =
                    instead != null
                        && (edge.ofGroup()
                            ? isOfSelectedGroup(check)
                            : isSelectedCheck(check.id()));
                if (!replaced) {
                  of(check.id()).changed().add(edge.parent());
                }
              });
    }
  }

  private boolean isSelectedCheck(UUID check) {
    return check.equals(selection.check());
  }

  private boolean isOfSelectedGroup(PreviewedCheck check) {
    return selection.group() != null && selection.group().equals(check.subject().groupId());
  }

  /** Whether the changed policy is that of a check. */
  boolean isSelected(PreviewedCheck check) {
    return (selection.check() == null && selection.group() == null)
        || isSelectedCheck(check.id())
        || isOfSelectedGroup(check);
  }

  void addMembers(Map<Long, List<UUID>> more) {
    members.putAll(more);
  }

  boolean knows(UUID check) {
    return parents.containsKey(check);
  }

  Parents of(UUID check) {
    return parents.getOrDefault(check, new Parents(Set.of(), Set.of()));
  }

  /** The groups among the parents of checks whose members are not known. */
  Set<Long> newGroups(Collection<UUID> checks) {
    Set<Long> groups = new LinkedHashSet<>();
    for (UUID check : checks) {
      all(check).stream()
          .map(Parent::groupId)
          .filter(Objects::nonNull)
          .filter(group -> !members.containsKey(group))
          .forEach(groups::add);
    }
    return groups;
  }

  /** The checks that checks depend on, those of groups included. */
  Set<UUID> parentChecks(Collection<UUID> checks) {
    Set<UUID> found = new LinkedHashSet<>();
    checks.forEach(check -> all(check).forEach(parent -> found.addAll(checksOf(parent))));
    return found;
  }

  /** The check, or those of the group. */
  List<UUID> checksOf(Parent parent) {
    UUID check = parent.checkId();
    return check == null
        ? members.getOrDefault(Objects.requireNonNull(parent.groupId()), List.of())
        : List.of(check);
  }

  private Set<Parent> all(UUID check) {
    Set<Parent> all = new LinkedHashSet<>(of(check).inForce());
    all.addAll(of(check).changed());
    return all;
  }

  /** The checks that checks depend on, over any number of steps, parents before dependents. */
  List<UUID> ancestors(Collection<UUID> checks) {
    Set<UUID> seen = new LinkedHashSet<>();
    List<UUID> ordered = new ArrayList<>();
    checks.forEach(check -> visit(check, seen, ordered));
    Set<UUID> wanted = new LinkedHashSet<>();
    ordered.forEach(check -> wanted.addAll(parentChecks(List.of(check))));
    return ordered.stream().filter(wanted::contains).toList();
  }

  private void visit(UUID check, Set<UUID> seen, List<UUID> ordered) {
    if (seen.add(check)) {
      parentChecks(List.of(check)).forEach(parent -> visit(parent, seen, ordered));
      ordered.add(check);
    }
  }
}
