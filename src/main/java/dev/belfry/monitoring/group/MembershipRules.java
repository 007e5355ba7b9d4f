package dev.belfry.monitoring.group;

import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.check.CheckMembership;
import dev.belfry.monitoring.check.GroupRules;
import dev.belfry.monitoring.check.GroupSettings;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether groups and checks go together as a project leaves them (specification, "Group rules" 1
 * and 2), and whether no check loses its group.
 */
final class MembershipRules {
  private MembershipRules() {}

  /** The groups outside the project that its checks are to be in. */
  static Set<Long> joinedOutside(DesiredState desired) {
    Set<Long> joined = new TreeSet<>();
    for (DesiredResource check : desired.items(ResourceType.CHECK)) {
      joined.add(groupOf(check));
    }
    joined.remove(0L);
    desired.items(ResourceType.CHECK_GROUP).forEach(group -> joined.remove(id(group)));
    return joined;
  }

  /** The groups whose stored checks matter: those of the project, and those it deletes. */
  static Set<Long> changing(DesiredState desired) {
    Set<Long> changing = new TreeSet<>();
    desired.items(ResourceType.CHECK_GROUP).forEach(group -> changing.add(id(group)));
    desired.removed(ResourceType.CHECK_GROUP).forEach(group -> changing.add(Long.valueOf(group)));
    return changing;
  }

  /**
   * What is wrong.
   *
   * @param outside settings of the groups of {@link #joinedOutside}
   * @param others stored checks of the groups of {@link #changing} that the project neither has nor
   *     deletes
   */
  static List<Problem> problems(
      DesiredState desired, Map<Long, GroupSettings> outside, List<MemberRow> others) {
    Map<Long, GroupSettings> settings = new HashMap<>(outside);
    Map<Long, String> names = new HashMap<>();
    for (DesiredResource group : desired.items(ResourceType.CHECK_GROUP)) {
      settings.put(id(group), GroupSettings.of(group.document()));
      names.put(id(group), group.logicalId());
    }
    List<Problem> problems = new ArrayList<>();
    for (DesiredResource check : desired.items(ResourceType.CHECK)) {
      GroupSettings joined = settings.get(groupOf(check));
      if (joined != null) {
        for (Violation violation : GroupRules.joining(joined, member(check))) {
          problems.add(new Problem(ResourceType.CHECK, check.logicalId(), violation));
        }
      }
    }
    for (MemberRow other : others) {
      String name = names.get(other.groupId());
      GroupSettings group = settings.get(other.groupId());
      if (name != null && group != null) {
        for (Violation violation : GroupRules.violations(group, List.of(other.member()))) {
          problems.add(new Problem(ResourceType.CHECK_GROUP, name, violation));
        }
      }
    }
    problems.addAll(stillUsed(desired, others));
    return problems;
  }

  private static List<Problem> stillUsed(DesiredState desired, List<MemberRow> others) {
    Map<Long, List<GroupRules.Member>> members = new HashMap<>();
    for (DesiredResource check : desired.items(ResourceType.CHECK)) {
      members.computeIfAbsent(groupOf(check), first -> new ArrayList<>()).add(member(check));
    }
    for (MemberRow other : others) {
      members.computeIfAbsent(other.groupId(), first -> new ArrayList<>()).add(other.member());
    }
    List<Problem> problems = new ArrayList<>();
    for (String removed : desired.removed(ResourceType.CHECK_GROUP)) {
      List<GroupRules.Member> left = members.getOrDefault(Long.valueOf(removed), List.of());
      if (!left.isEmpty()) {
        problems.add(new Problem(ResourceType.CHECK_GROUP, removed, stillUsed(left)));
      }
    }
    return problems;
  }

  private static Violation stillUsed(List<GroupRules.Member> members) {
    GroupRules.Member first = members.get(0);
    String one = "check \"%s\" (id %s)".formatted(first.name(), first.id());
    return new Violation(
        "",
        members.size() == 1
            ? "cannot be deleted, since 1 check stays in it, %s: move it out of the group first"
                .formatted(one)
            : "cannot be deleted, since %d checks stay in it, among them %s: move them out of the"
                    .formatted(members.size(), one)
                + " group first");
  }

  private static GroupRules.Member member(DesiredResource check) {
    return CheckMembership.of(check.document()).member(check.logicalId());
  }

  /** The group of a check, 0 when it is in none. */
  private static long groupOf(DesiredResource check) {
    Long group = CheckMembership.of(check.document()).groupId();
    return group == null ? 0 : group;
  }

  private static long id(DesiredResource group) {
    return Long.parseLong(group.id());
  }
}
