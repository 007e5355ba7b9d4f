package dev.belfry.monitoring.check;

import static dev.belfry.monitoring.check.SettingsDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.TestDatabase;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The settings in force by SQL, and the rules in Java that must say the same. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EffectiveSettingsIT {
  private static final int PAIRS = 2_000;
  private static final Account ACCOUNT = new Account("{'reminders':{'amount':3}}", "2022.10");

  private static final String IN_FORCE =
      """
      SELECT %s
      FROM unnest(?::text[]::jsonb[], ?::text[]::jsonb[], ?::text[]::jsonb[], ?::text[])
        WITH ORDINALITY AS s (own, shared, alerts, runtime, position)
      CROSS JOIN LATERAL effective_settings(s.own, s.shared, s.alerts, s.runtime) AS e
      ORDER BY s.position"""
          .formatted(EffectiveSettings.COLUMN);

  private final TestDatabase database = TestDatabase.createMigrated();
  private final Connection connection = database.jdbc();

  @AfterAll
  void close() throws SQLException {
    connection.close();
    database.close();
  }

  /** The columns of an account; null where it has none. */
  private record Account(@Nullable String alertSettings, @Nullable String runtimeId) {}

  private record Sample(String check, @Nullable String group, Account account) {
    /** What the rules in Java say. */
    EffectiveSettings byTheRules() {
      CheckSettings own = SettingsDocuments.check(check);
      CheckSettings shared =
          group == null ? own : GroupOverlay.over(own, SettingsDocuments.group(group));
      String runtime = shared.identity().runtimeId();
      return new EffectiveSettings(
          shared.activity().activated(),
          shared.activity().muted(),
          shared.execution().runParallel(),
          shared.execution().retryStrategy(),
          shared.locations(),
          shared.identity().tags(),
          runtime == null ? account.runtimeId() : runtime,
          inForce(shared.alerting()));
    }

    private AlertSettings inForce(CheckSettings.Alerting alerting) {
      if (!alerting.useGlobalAlertSettings()) {
        return alerting.alertSettings();
      }
      return account.alertSettings() == null
          ? AlertSettings.DEFAULT
          : SettingsJson.read(json(account.alertSettings()), AlertSettings.class);
    }
  }

  private List<EffectiveSettings> bySql(List<Sample> samples) {
    try (PreparedStatement statement = connection.prepareStatement(IN_FORCE)) {
      statement.setArray(1, texts(samples, sample -> strict(sample.check())));
      statement.setArray(2, texts(samples, sample -> strict(sample.group())));
      statement.setArray(3, texts(samples, sample -> strict(sample.account().alertSettings())));
      statement.setArray(4, texts(samples, sample -> sample.account().runtimeId()));
      try (ResultSet rows = statement.executeQuery()) {
        List<EffectiveSettings> read = new ArrayList<>();
        while (rows.next()) {
          read.add(EffectiveSettings.read(rows.getString(1)));
        }
        return read;
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private Array texts(List<Sample> samples, Function<Sample, @Nullable String> text)
      throws SQLException {
    return connection.createArrayOf("text", samples.stream().map(text).toArray());
  }

  private static @Nullable String strict(@Nullable String text) {
    return text == null ? null : json(text).toString();
  }

  private EffectiveSettings effective(Sample sample) {
    assertThat(bySql(List.of(sample))).containsExactly(sample.byTheRules());
    return sample.byTheRules();
  }

  private EffectiveSettings effective(String check, String group) {
    return effective(new Sample(check, group, ACCOUNT));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void sqlAgreesWithTheRulesOnSettingsByChance(long seed) {
    SettingsSamples random = new SettingsSamples(seed);
    List<Sample> samples =
        Stream.generate(
                () ->
                    new Sample(
                        random.check(),
                        random.group(),
                        new Account(random.alertSettings(), random.runtimeId())))
            .limit(PAIRS)
            .toList();
    List<EffectiveSettings> effective = bySql(samples);
    assertThat(effective).hasSize(PAIRS);
    for (int i = 0; i < PAIRS; i++) {
      assertThat(effective.get(i))
          .as("seed %d, %d: %s", seed, i, samples.get(i))
          .isEqualTo(samples.get(i).byTheRules());
    }
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
    assertThat(effective(new Sample("{}", null, new Account(null, null))).runtimeId()).isNull();
  }

  @Test
  @DisplayName("Design, Groups: tags add up")
  void tagsAddUpWithoutDuplicatesTheChecksFirst() {
    assertThat(effective("{'tags':['b','a']}", "{'tags':['c','a']}").tags())
        .containsExactly("b", "a", "c");
  }

  @Test
  void aCheckInNoGroupHasItsOwnSettingsAndTheAccounts() {
    EffectiveSettings own =
        effective(
            new Sample("{'useGlobalAlertSettings':false,'runtimeId':'2025.04'}", null, ACCOUNT));
    assertThat(own.alertSettings()).isEqualTo(AlertSettings.DEFAULT);
    assertThat(own.runtimeId()).isEqualTo("2025.04");
    EffectiveSettings global = effective(new Sample("{}", null, ACCOUNT));
    assertThat(global.alertSettings().reminders().amount()).isEqualTo(3);
    assertThat(global.runtimeId()).isEqualTo("2022.10");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "{}")
  void anAccountThatDecidedNothingHasTheDefault(@Nullable String alertSettings) {
    assertThat(effective(new Sample("{}", null, new Account(alertSettings, null))).alertSettings())
        .isEqualTo(AlertSettings.DEFAULT);
  }

  @Test
  void tagsThatACheckRepeatsStayUntilItsGroupAddsSome() {
    assertThat(effective("{'tags':['b','a','b']}", "{'tags':[]}").tags())
        .containsExactly("b", "a", "b");
    assertThat(effective("{'tags':['b','a','b']}", "{'tags':['c']}").tags())
        .containsExactly("b", "a", "c");
  }
}
