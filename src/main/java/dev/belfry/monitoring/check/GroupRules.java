package dev.belfry.monitoring.check;

import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which checks can share which settings in a group (specification, "Group rules" 1 and 2; wire
 * contract 3.5): high frequencies are for types that support them, and a shared setting must be
 * supported by every member.
 */
public final class GroupRules {
  private GroupRules() {}

  /**
   * A check that is, or wants to be, in a group.
   *
   * @param id id of the check, or its logical id where it has none yet
   * @param frequency minutes, 0 for sub-minute runs
   */
  public record Member(String id, String name, CheckType type, int frequency) {}

  /** What is wrong with a group that has these members; names every check and setting at once. */
  public static List<Violation> violations(GroupSettings group, List<Member> members) {
    var found = new ArrayList<Violation>();
    found.addAll(ofTypeDefaults(group.frequencies()));
    for (Member member : members) {
      found.addAll(refusals(group, member));
    }
    return List.copyOf(found);
  }

  /** What is wrong with the frequencies that a group gives the checks of single types. */
  public static List<Violation> ofTypeDefaults(GroupSettings.Frequencies frequencies) {
    var found = new ArrayList<Violation>(0);
    defaults("browserChecks", frequencies.browserChecks(), found);
    defaults("multistepChecks", frequencies.multistepChecks(), found);
    return found;
  }

  /** Whether a check of this type can join any group, whatever the group sets for its checks. */
  public static boolean suitsEveryGroup(CheckType type) {
    return type.supportsSubMinute()
        && type.supportsParallelRuns()
        && type.supportsRetries()
        && type.supportsNetworkErrorRetries();
  }

  /**
   * What is wrong with one check entering a group, or changing inside it: the same rules, told to
   * the one who sends the check.
   */
  public static List<Violation> joining(GroupSettings group, Member member) {
    return refusals(group, member).stream()
        .map(violation -> new Violation("/groupId", violation.message()))
        .toList();
  }

  private static void defaults(
      String type, GroupSettings.@Nullable TypeDefaults defaults, List<Violation> found) {
    Frequency frequency = defaults == null ? null : defaults.frequency();
    if (frequency != null && frequency.isSubMinute()) {
      found.add(
          new Violation(
              "/" + type + "/frequency",
              "must be EVERY_1M or slower, but is %s: %s do not support sub-minute runs"
                  .formatted(
                      frequency,
                      type.equals("browserChecks") ? "browser checks" : "multistep checks")));
    }
  }

  private static List<Violation> refusals(GroupSettings group, Member member) {
    var found = new ArrayList<Violation>();
    CheckType type = member.type();
    if (!type.supportsSubMinute()) {
      highFrequency(group, member, found);
    }
    if (Boolean.TRUE.equals(group.execution().runParallel()) && !type.supportsParallelRuns()) {
      found.add(unsupported(group, member, "runParallel", "leave runParallel out"));
    }
    RetryStrategy retry = group.retryStrategy().replacement();
    if (retry != null && !type.supportsRetries()) {
      found.add(unsupported(group, member, "retryStrategy", "set retryStrategy to \"FALLBACK\""));
    }
    if (retry != null && !retry.onlyOn().isEmpty() && !type.supportsNetworkErrorRetries()) {
      found.add(unsupported(group, member, "retryStrategy/onlyOn", "leave onlyOn out"));
    }
    return found;
  }

  private static void highFrequency(GroupSettings group, Member member, List<Violation> found) {
    Frequency shared = group.frequencies().frequency();
    if (shared != null && shared.isSubMinute()) {
      found.add(
          new Violation(
              "/frequency",
              ("%s does not support the frequency %s of group \"%s\": choose EVERY_1M or slower "
                      + "for the group, or put the check into a group of its own")
                  .formatted(called(member), shared, group.profile().name())));
    }
    if (member.frequency() == 0) {
      found.add(
          new Violation(
              "/frequency",
              ("%s does not support the sub-minute frequency 0 that it has in group \"%s\": "
                      + "choose EVERY_1M (1 minute) or slower for the check; only URL, API and TCP "
                      + "checks run more often, in a group of their own")
                  .formatted(called(member), group.profile().name())));
    }
  }

  private static Violation unsupported(
      GroupSettings group, Member member, String setting, String remedy) {
    return new Violation(
        "/" + setting,
        ("%s does not support %s, which group \"%s\" sets for all its checks: %s, or put "
                + "the check into a group of its own")
            .formatted(called(member), setting.replace('/', '.'), group.profile().name(), remedy));
  }

  private static String called(Member member) {
    return "check \"%s\" (id %s, type %s)".formatted(member.name(), member.id(), member.type());
  }
}
