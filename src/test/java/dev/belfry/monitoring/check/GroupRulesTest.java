package dev.belfry.monitoring.check;

import static dev.belfry.monitoring.check.SettingsDocuments.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.GroupRules.Member;
import dev.belfry.platform.error.Violation;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GroupRulesTest {
  private static final String DEMANDING =
      """
      {'name':'Web','runParallel':true,'frequency':'EVERY_10S',
       'retryStrategy':{'type':'FIXED','onlyOn':'NETWORK_ERROR'},
       'browserChecks':{'frequency':'EVERY_20S'},'multistepChecks':{'frequency':'EVERY_30S'}}
      """;

  private static Member member(CheckType type, int frequency) {
    return new Member("c-1", "Login", type, frequency);
  }

  private static List<String> paths(String group, Member... members) {
    return GroupRules.violations(group(group), List.of(members)).stream()
        .map(Violation::path)
        .toList();
  }

  @DisplayName(
      "Spec, frequencyOffset rule 1, and wire contract 0a and 3.5: what each type supports")
  @ParameterizedTest(name = "{0}: sub-minute {1}, parallel {2}, retries {3}, network error {4}")
  @CsvSource({
    "URL,        true,  true,  true,  true",
    "API,        true,  true,  true,  true",
    "TCP,        true,  true,  true,  false",
    "DNS,        false, true,  true,  false",
    "ICMP,       true,  true,  true,  false",
    "GRPC,       false, true,  true,  false",
    "SSL,        false, true,  true,  false",
    "TRACEROUTE, false, true,  true,  false",
    "HEARTBEAT,  false, false, false, false",
    "BROWSER,    false, true,  true,  false",
    "MULTI_STEP, false, true,  true,  false",
    "PLAYWRIGHT, false, true,  true,  false",
  })
  void everyTypeIsHeldToWhatItSupports(
      CheckType type, boolean subMinute, boolean parallel, boolean retries, boolean networkError) {
    assertThat(type.supportsSubMinute()).isEqualTo(subMinute);
    assertThat(type.supportsParallelRuns()).isEqualTo(parallel);
    assertThat(type.supportsRetries()).isEqualTo(retries);
    assertThat(type.supportsNetworkErrorRetries()).isEqualTo(networkError);

    Member slow = member(type, 10);
    assertThat(paths("{}", member(type, 0)).isEmpty()).isEqualTo(subMinute);
    assertThat(paths("{'frequency':'EVERY_30S'}", slow).isEmpty()).isEqualTo(subMinute);
    assertThat(paths("{'runParallel':true}", slow).isEmpty()).isEqualTo(parallel);
    assertThat(paths("{'retryStrategy':{'type':'FIXED'}}", slow).isEmpty()).isEqualTo(retries);
    assertThat(
            paths("{'retryStrategy':{'type':'FIXED','onlyOn':'NETWORK_ERROR'}}", slow)
                .contains("/retryStrategy/onlyOn"))
        .isEqualTo(!networkError);
  }

  @DisplayName("Spec, Group rule 1: high-frequency checks belong in their own group")
  @ParameterizedTest
  @EnumSource(
      value = Frequency.class,
      names = {"EVERY_10S", "EVERY_20S", "EVERY_30S"})
  void aSubMinuteGroupNamesTheCheckThatCannotFollow(Frequency frequency) {
    assertThat(
            GroupRules.violations(
                group("{'name':'Web','frequency':'%s'}".formatted(frequency)),
                List.of(member(CheckType.URL, 1), member(CheckType.BROWSER, 10))))
        .containsExactly(
            new Violation(
                "/frequency",
                "check \"Login\" (id c-1, type BROWSER) does not support the frequency "
                    + frequency
                    + " of group \"Web\": choose EVERY_1M or slower for the group, or put the check"
                    + " into a group of its own"));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = ".*S", value = Frequency.class)
  void anyTypeCanFollowAGroupFromAMinuteOn(Frequency frequency) {
    assertThat(
            paths(
                "{'frequency':'%s'}".formatted(frequency),
                Arrays.stream(CheckType.values())
                    .map(type -> member(type, 10))
                    .toArray(Member[]::new)))
        .isEmpty();
  }

  @Test
  void aMemberWithAFrequencyThatItsTypeDoesNotSupportIsNamed() {
    assertThat(
            GroupRules.violations(
                group("{'name':'Web'}"),
                List.of(member(CheckType.TCP, 0), member(CheckType.PLAYWRIGHT, 0))))
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.path()).isEqualTo("/frequency");
              assertThat(violation.message())
                  .contains("\"Login\"", "c-1", "PLAYWRIGHT", "\"Web\"", "EVERY_1M")
                  .contains("group of their own");
            });
  }

  @DisplayName("Wire contract 3.5: declarative frequencies of types that are never sub-minute")
  @ParameterizedTest
  @CsvSource({
    "browserChecks,   EVERY_10S, /browserChecks/frequency,   browser checks",
    "multistepChecks, EVERY_20S, /multistepChecks/frequency, multistep checks",
    "multiStepChecks, EVERY_30S, /multistepChecks/frequency, multistep checks",
  })
  void subMinuteDefaultsOfBrowserAndMultistepChecksAreRefused(
      String member, String frequency, String path, String type) {
    assertThat(
            GroupRules.violations(
                group("{'%s':{'frequency':'%s'}}".formatted(member, frequency)), List.of()))
        .containsExactly(
            new Violation(
                path,
                "must be EVERY_1M or slower, but is "
                    + frequency
                    + ": "
                    + type
                    + " do not support sub-minute runs"));
  }

  @Test
  @DisplayName("Spec, Group rule 2: lowest common denominator")
  void aSharedSettingNamesTheCheckThatDoesNotSupportIt() {
    assertThat(
            GroupRules.violations(
                group("{'name':'Web','runParallel':true}"),
                List.of(member(CheckType.URL, 1), member(CheckType.HEARTBEAT, 1))))
        .containsExactly(
            new Violation(
                "/runParallel",
                "check \"Login\" (id c-1, type HEARTBEAT) does not support runParallel, which group"
                    + " \"Web\" sets for all its checks: leave runParallel out, or put the check"
                    + " into a group of its own"));
  }

  @Test
  void settingsThatAreNotSharedAreNotHeldAgainstAnyone() {
    for (String neutral :
        List.of(
            "{}",
            "{'runParallel':false}",
            "{'runParallel':null}",
            "{'retryStrategy':null}",
            "{'retryStrategy':'FALLBACK'}")) {
      assertThat(paths(neutral, member(CheckType.HEARTBEAT, 1))).isEmpty();
    }
  }

  @Test
  void everyCheckAndSettingIsNamedAtOnce() {
    assertThat(
            paths(
                DEMANDING,
                member(CheckType.URL, 0),
                member(CheckType.DNS, 5),
                member(CheckType.HEARTBEAT, 0)))
        .containsExactly(
            "/browserChecks/frequency",
            "/multistepChecks/frequency",
            "/frequency",
            "/retryStrategy/onlyOn",
            "/frequency",
            "/frequency",
            "/runParallel",
            "/retryStrategy",
            "/retryStrategy/onlyOn");
  }

  @Test
  void aCheckThatEntersIsToldAboutTheGroupItChose() {
    assertThat(GroupRules.joining(group(DEMANDING), member(CheckType.URL, 0))).isEmpty();
    assertThat(GroupRules.joining(group(DEMANDING), member(CheckType.DNS, 5)))
        .extracting(Violation::path)
        .containsExactly("/groupId", "/groupId");
  }

  @Property
  void enteringIsRefusedExactlyWhenTheMemberWouldBe(
      @ForAll CheckType type, @ForAll Frequency own, @ForAll Frequency shared) {
    GroupSettings group = group("{'runParallel':true,'frequency':'%s'}".formatted(shared));
    Member member = member(type, own.minutes());
    assertThat(GroupRules.joining(group, member))
        .extracting(Violation::message)
        .containsExactlyElementsOf(
            GroupRules.violations(group, List.of(member)).stream()
                .map(Violation::message)
                .toList());
  }
}
