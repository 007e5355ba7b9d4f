package dev.belfry.monitoring.check;

import static dev.belfry.monitoring.check.SettingsDocuments.check;
import static dev.belfry.monitoring.check.SettingsDocuments.group;
import static dev.belfry.monitoring.check.SettingsDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectiveSettingsTest {
  /** Alert settings are told apart by their number of reminders. */
  private static final AccountSettings ACCOUNT =
      SettingsJson.read(
          json("{'alertSettings':{'reminders':{'amount':3}},'runtimeId':'2022.10'}"),
          AccountSettings.class);

  private static EffectiveSettings effective(String check, String group) {
    return EffectiveSettings.of(check(check), group(group), ACCOUNT);
  }

  @DisplayName("Design, Alert settings in force; wire contract 2.2")
  @ParameterizedTest(name = "check global {0}, group global {1}, group object {2}: {3}")
  @CsvSource({
    "true,  ,      false, account",
    "false, ,      false, check",
    "true,  ,      true,  group",
    "false, ,      true,  group",
    "true,  false, true,  group",
    "false, false, true,  group",
    "true,  false, false, account",
    "false, false, false, check",
    "true,  true,  false, account",
    "false, true,  false, account",
    "true,  true,  true,  account",
    "false, true,  true,  account",
  })
  void alertSettingsInForce(
      boolean checkGlobal, @Nullable Boolean groupGlobal, boolean groupObject, String inForce) {
    EffectiveSettings effective =
        effective(
            "{'useGlobalAlertSettings':%s,'alertSettings':{'reminders':{'amount':1}}}"
                .formatted(checkGlobal),
            "{'useGlobalAlertSettings':%s,'alertSettings':%s}"
                .formatted(groupGlobal, groupObject ? "{'reminders':{'amount':2}}" : "null"));
    assertThat(effective.alertSettings().reminders().amount())
        .isEqualTo(
            switch (inForce) {
              case "check" -> 1;
              case "group" -> 2;
              default -> 3;
            });
  }

  @DisplayName("Design, Groups: activated false pauses all members, muted mutes all")
  @ParameterizedTest(name = "check {0}, group {1}: both {2}, either {3}")
  @CsvSource({
    "true,  true,  true,  true",
    "true,  false, false, true",
    "false, true,  false, true",
    "false, false, false, false",
  })
  void theSwitchesCombine(boolean check, boolean group, boolean both, boolean either) {
    String switches = "{'activated':%s,'muted':%s}";
    EffectiveSettings effective =
        effective(switches.formatted(check, check), switches.formatted(group, group));
    assertThat(effective.activated()).isEqualTo(both);
    assertThat(effective.muted()).isEqualTo(either);
  }

  @DisplayName("Wire contract 2.2: locations of the group replace when non-empty")
  @ParameterizedTest(name = "group {0} {1}: {2} {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "[]          | []         | us-east-1 | cellar",
        "null        | null       | us-east-1 | cellar",
        "['eu-west-1'] | []       | eu-west-1 | ",
        "[]          | ['attic']  |           | attic",
        "['eu-west-1'] | ['attic'] | eu-west-1 | attic",
      })
  void aLocationOfEitherKindReplacesBothLists(
      String locations, String privateLocations, String expected, String expectedPrivate) {
    Locations effective =
        effective(
                "{'locations':['us-east-1'],'privateLocations':['cellar']}",
                "{'locations':%s,'privateLocations':%s}".formatted(locations, privateLocations))
            .check()
            .locations();
    assertThat(String.join(",", effective.locations())).isEqualTo(orEmpty(expected));
    assertThat(String.join(",", effective.privateLocations())).isEqualTo(orEmpty(expectedPrivate));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  @DisplayName("Wire contract 2.2: runParallel true or false replaces, null leaves")
  @ParameterizedTest
  @CsvSource({
    "true, true, true", "true, false, false", "true, null, true",
    "false, true, true", "false, false, false", "false, null, false",
  })
  void runParallelReplacesWhenSet(String check, String group, boolean expected) {
    assertThat(
            effective("{'runParallel':%s}".formatted(check), "{'runParallel':%s}".formatted(group))
                .check()
                .execution()
                .runParallel())
        .isEqualTo(expected);
  }

  @DisplayName("Wire contract 2.2: retryStrategy object and null replace, FALLBACK leaves")
  @ParameterizedTest(name = "check {0}, group {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'FIXED'} | {'retryStrategy':{'type':'LINEAR'}} | LINEAR",
        "{'type':'FIXED'} | {'retryStrategy':null}              | ",
        "{'type':'FIXED'} | {'retryStrategy':'FALLBACK'}        | FIXED",
        "{'type':'FIXED'} | {}                                  | FIXED",
        "null             | {'retryStrategy':{'type':'LINEAR'}} | LINEAR",
        "null             | {'retryStrategy':'FALLBACK'}        | ",
      })
  void theRetryStrategyReplacesWhenSet(String check, String group, @Nullable RetryType expected) {
    RetryStrategy strategy =
        effective("{'retryStrategy':%s}".formatted(check), group).retryStrategy();
    assertThat(strategy == null ? null : strategy.type()).isEqualTo(expected);
  }

  @DisplayName("Wire contract 2.2: runtimeId is a fallback (check, group, account)")
  @ParameterizedTest
  @CsvSource({
    "'2025.04', '2024.09', 2025.04",
    "null, '2024.09', 2024.09",
    "null, null, 2022.10",
  })
  void theRuntimeFallsBack(String check, String group, String expected) {
    String runtime = "{'runtimeId':%s}";
    String quotedCheck = check.equals("null") ? check : "'" + check + "'";
    String quotedGroup = group.equals("null") ? group : "'" + group + "'";
    assertThat(
            effective(runtime.formatted(quotedCheck), runtime.formatted(quotedGroup)).runtimeId())
        .isEqualTo(expected);
  }

  @Test
  void noRuntimeAnywhereIsNoRuntime() {
    assertThat(EffectiveSettings.of(check("{}"), null, AccountSettings.DEFAULT).runtimeId())
        .isNull();
  }

  @Test
  @DisplayName("Design, Groups: tags add up")
  void tagsAddUpWithoutDuplicatesTheChecksFirst() {
    assertThat(effective("{'tags':['b','a']}", "{'tags':['c','a']}").tags())
        .containsExactly("b", "a", "c");
  }

  @Test
  @DisplayName("Spec, Check group configuration: alertChannels are channels for all checks")
  void channelsAddUpAndInactiveLinksAreLeftOut() {
    EffectiveSettings effective =
        effective(
            """
            {'alertChannelSubscriptions':[{'alertChannelId':9,'activated':true},
              {'alertChannelId':2,'activated':false},{'alertChannelId':3,'activated':false}]}
            """,
            """
            {'alertChannelSubscriptions':[{'alertChannelId':1,'activated':true},
              {'alertChannelId':9,'activated':false},{'alertChannelId':3,'activated':true}]}
            """);
    assertThat(effective.channelIds()).containsExactly(9L, 3L, 1L);
  }

  @Test
  void aCheckInNoGroupHasItsOwnSettingsAndTheAccounts() {
    EffectiveSettings own =
        EffectiveSettings.of(
            check("{'useGlobalAlertSettings':false,'runtimeId':'2025.04'}"), null, ACCOUNT);
    assertThat(own.alertSettings()).isEqualTo(AlertSettings.DEFAULT);
    assertThat(own.runtimeId()).isEqualTo("2025.04");
    EffectiveSettings global = EffectiveSettings.of(check("{}"), null, ACCOUNT);
    assertThat(global.alertSettings()).isEqualTo(ACCOUNT.alertSettings());
    assertThat(global.runtimeId()).isEqualTo("2022.10");
  }
}
