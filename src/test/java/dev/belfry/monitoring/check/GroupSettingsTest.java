package dev.belfry.monitoring.check;

import static dev.belfry.monitoring.check.SettingsDocuments.group;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupSettingsTest {
  @Test
  @DisplayName("Spec, Check group configuration: only name is required")
  void aNameAloneIsAGroupThatSetsNothing() {
    assertThat(group("{'name':'Web'}"))
        .isEqualTo(
            new GroupSettings(
                new GroupSettings.Profile("Web", List.of()),
                new Activity(true, false),
                new Locations(List.of(), List.of()),
                new GroupSettings.Execution(null, null, 10),
                GroupRetry.FALLBACK,
                new GroupSettings.Alerting(null, null, List.of()),
                new GroupSettings.Frequencies(null, null, null)));
  }

  @Test
  @DisplayName("Wire contract 1.6: group record")
  void readsTheStoredRecord() {
    GroupSettings read =
        group(
            """
            {'id':4,'name':'Web','activated':false,'muted':true,'tags':['a'],'locations':['eu-west-1'],
             'privateLocations':['cellar'],'concurrency':3,'runtimeId':'2025.04','runParallel':false,
             'retryStrategy':{'type':'FIXED','onlyOn':'NETWORK_ERROR'},'alertSettings':{},
             'useGlobalAlertSettings':false,'environmentVariables':null,'v':2,
             'alertChannelSubscriptions':[{'alertChannelId':5}]}
            """);
    assertThat(read)
        .isEqualTo(
            new GroupSettings(
                new GroupSettings.Profile("Web", List.of("a")),
                new Activity(false, true),
                new Locations(List.of("eu-west-1"), List.of("cellar")),
                new GroupSettings.Execution(false, "2025.04", 3),
                GroupRetry.all(
                    new RetryStrategy(
                        RetryType.FIXED, 60, true, null, null, List.of("NETWORK_ERROR"))),
                new GroupSettings.Alerting(
                    AlertSettings.DEFAULT, false, List.of(new Subscription(5, true))),
                new GroupSettings.Frequencies(null, null, null)));
  }

  @DisplayName("Spec, Check group configuration: multistepChecks, also written multiStepChecks")
  @ParameterizedTest
  @ValueSource(strings = {"multistepChecks", "multiStepChecks"})
  void readsTheDeclarativeFrequencies(String multistep) {
    assertThat(
            group(
                    """
                    {'frequency':'EVERY_10S','browserChecks':{'frequency':5,'testMatch':'*.ts'},
                     '%s':{'frequency':'EVERY_3H'}}
                    """
                        .formatted(multistep))
                .frequencies())
        .isEqualTo(
            new GroupSettings.Frequencies(
                Frequency.EVERY_10S,
                new GroupSettings.TypeDefaults(Frequency.EVERY_5M),
                new GroupSettings.TypeDefaults(Frequency.EVERY_3H)));
  }

  @Test
  @DisplayName("Wire contract 1.6: retryStrategy is an object, null or FALLBACK")
  void theRetryStrategyHasThreeStates() {
    assertThat(group("{'retryStrategy':'FALLBACK'}").retryStrategy())
        .isEqualTo(GroupRetry.FALLBACK);
    assertThat(group("{'retryStrategy':null}").retryStrategy()).isEqualTo(GroupRetry.NO_RETRIES);
    assertThat(group("{'retryStrategy':{'type':'FIXED'}}").retryStrategy().strategy()).isPresent();
    assertThatThrownBy(() -> group("{'retryStrategy':'NEVER'}"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
