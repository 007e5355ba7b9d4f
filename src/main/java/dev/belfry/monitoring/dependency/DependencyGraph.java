package dev.belfry.monitoring.dependency;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * What depends on what, with the groups of checks. The rule is that of the SQL function {@code
 * is_circular}: what a group depends on is a parent of each of its checks, and what depends on a
 * group depends on each of them.
 */
final class DependencyGraph {
  private final Map<Dependent, Set<Parent>> parents = new HashMap<>();
  private final Map<UUID, Long> groups = new HashMap<>();
  private final Map<Long, Set<UUID>> members = new HashMap<>();

  void add(Dependent dependent, List<Parent> more) {
    if (!more.isEmpty()) {
      parents.computeIfAbsent(dependent, first -> new LinkedHashSet<>()).addAll(more);
    }
  }

  void join(UUID check, long group) {
    groups.put(check, group);
    members.computeIfAbsent(group, first -> new HashSet<>()).add(check);
  }

  boolean isEmpty() {
    return parents.isEmpty();
  }

  /** The checks that something depends on. */
  UUID[] parentChecks() {
    return parents.values().stream()
        .flatMap(Set::stream)
        .map(Parent::checkId)
        .filter(Objects::nonNull)
        .distinct()
        .toArray(UUID[]::new);
  }

  /** Whether a check or group, by itself or by the group of the check, depends on itself. */
  boolean isCircular(Dependent dependent) {
    return own(dependent).stream().anyMatch(this::reachesItself);
  }

  private boolean reachesItself(Dependent start) {
    Set<Dependent> reached = new HashSet<>();
    Deque<Dependent> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty() && !reached.contains(start)) {
      for (Parent parent : parents.getOrDefault(open.pop(), Set.of())) {
        next(parent).stream().filter(reached::add).forEach(open::push);
      }
    }
    return reached.contains(start);
  }

  /** Whose dependencies a check or group has. */
  private Set<Dependent> own(Dependent dependent) {
    Set<Dependent> own = new LinkedHashSet<>(Set.of(dependent));
    UUID check = dependent.checkId();
    Long group = check == null ? null : groups.get(check);
    if (group != null) {
      own.add(Dependent.group(group));
    }
    return own;
  }

  private Set<Dependent> next(Parent parent) {
    UUID check = parent.checkId();
    if (check != null) {
      return own(Dependent.check(check));
    }
    long group = Objects.requireNonNull(parent.groupId());
    Set<Dependent> next = new LinkedHashSet<>(Set.of(Dependent.group(group)));
    members.getOrDefault(group, Set.of()).forEach(member -> next.add(Dependent.check(member)));
    return next;
  }
}
