package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.DesiredState;
import dev.belfry.api.resource.Problem;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.GroupRules;
import dev.belfry.monitoring.check.GroupSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Specification, "Group rules" 1 and 2; wire contract 3.5. */
class MembershipRulesTest {
  private static final String PARALLEL = "{\"name\":\"Web\",\"runParallel\":true}";

  private static DesiredResource group(String settings) {
    return new DesiredResource("grp", "7", JsonText.parse(settings), null);
  }

  private static DesiredResource check(String logicalId, long group) {
    return new DesiredResource(
        logicalId,
        "018f0000-0000-7000-8000-000000000001",
        JsonText.parse("{\"name\":\"Home\",\"frequency\":0,\"groupId\":" + group + "}"),
        null);
  }

  private static MemberRow stored(long group, CheckType type, int frequency) {
    return new MemberRow(group, new GroupRules.Member("id-" + type, "Old", type, frequency));
  }

  private static DesiredState desired(
      List<DesiredResource> groups, List<DesiredResource> checks, Set<String> removed) {
    return new DesiredState(
        Map.of(ResourceType.CHECK_GROUP, groups, ResourceType.CHECK, checks),
        Map.of(ResourceType.CHECK_GROUP, removed));
  }

  @Test
  void asksForTheGroupsThatMatter() {
    DesiredResource alone =
        new DesiredResource("x", "y", JsonText.parse("{\"groupId\":null}"), null);
    DesiredState desired =
        desired(
            List.of(group(PARALLEL)), List.of(check("a", 7), check("b", 4711), alone), Set.of("9"));
    assertThat(MembershipRules.joinedOutside(desired)).containsExactly(4711L);
    assertThat(MembershipRules.changing(desired)).containsExactly(7L, 9L);
  }

  @Test
  void monitorsMayJoinAnyGroup() {
    GroupSettings outside =
        GroupSettings.of(
            JsonText.parse(
                """
                {"name":"All","runParallel":true,"frequency":"EVERY_10S",
                 "retryStrategy":{"type":"FIXED","onlyOn":["NETWORK_ERROR"]}}"""));
    DesiredState desired =
        desired(List.of(group(PARALLEL)), List.of(check("a", 7), check("b", 4711)), Set.of());
    assertThat(MembershipRules.problems(desired, Map.of(4711L, outside), List.of())).isEmpty();
  }

  @Test
  void settingsHaveToSuitEveryCheckThatStays() {
    List<Problem> problems =
        MembershipRules.problems(
            desired(List.of(group(PARALLEL)), List.of(check("a", 7)), Set.of()),
            Map.of(),
            List.of(stored(7, CheckType.HEARTBEAT, 5), stored(7, CheckType.BROWSER, 10)));
    assertThat(problems)
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.type()).isEqualTo(ResourceType.CHECK_GROUP);
              assertThat(problem.logicalId()).isEqualTo("grp");
              assertThat(problem.violation().path()).isEqualTo("/runParallel");
              assertThat(problem.violation().message())
                  .contains("check \"Old\" (id id-HEARTBEAT, type HEARTBEAT)", "group \"Web\"");
            });
  }

  @Test
  void highFrequencyIsForTypesThatSupportIt() {
    List<Problem> problems =
        MembershipRules.problems(
            desired(
                List.of(group("{\"name\":\"Web\",\"frequency\":\"EVERY_20S\"}")),
                List.of(),
                Set.of()),
            Map.of(),
            List.of(stored(7, CheckType.BROWSER, 0), stored(7, CheckType.TCP, 0)));
    assertThat(problems)
        .hasSize(2)
        .allSatisfy(
            problem -> {
              assertThat(problem.violation().path()).isEqualTo("/frequency");
              assertThat(problem.violation().message()).contains("type BROWSER");
            });
  }

  @Test
  void aGroupIsNotDeletedUnderItsChecks() {
    DesiredState desired = desired(List.of(), List.of(check("a", 9)), Set.of("8", "9"));
    assertThat(
            MembershipRules.problems(
                desired,
                Map.of(),
                List.of(stored(9, CheckType.URL, 10), stored(8, CheckType.URL, 10))))
        .extracting(Problem::logicalId, problem -> problem.violation().message())
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple(
                "8",
                "cannot be deleted, since 1 check stays in it, check \"Old\" (id id-URL): move it"
                    + " out of the group first"),
            org.assertj.core.groups.Tuple.tuple(
                "9",
                "cannot be deleted, since 2 checks stay in it, among them check \"Home\" (id a):"
                    + " move them out of the group first"));
    assertThat(
            MembershipRules.problems(
                desired(List.of(), List.of(), Set.of("8")), Map.of(), List.of()))
        .isEmpty();
  }
}
