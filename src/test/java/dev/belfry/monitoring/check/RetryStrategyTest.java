package dev.belfry.monitoring.check;

import static dev.belfry.monitoring.check.SettingsDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryStrategyTest {
  private static RetryStrategy strategy(String text) {
    return SettingsJson.read(json(text), RetryStrategy.class);
  }

  @Test
  @DisplayName("Spec, RetryStrategy: defaults; design, Retry back-off: 2 retries in 600 seconds")
  void aTypeAloneHasTheDefaults() {
    RetryStrategy fixed = strategy("{'type':'FIXED'}");
    assertThat(fixed)
        .isEqualTo(new RetryStrategy(RetryType.FIXED, 60, true, null, null, List.of()));
    assertThat(fixed.baseBackoff()).isEqualTo(Duration.ofMinutes(1));
    assertThat(fixed.retryLimit()).isEqualTo(2);
    assertThat(fixed.durationLimit()).isEqualTo(Duration.ofMinutes(10));
    assertThat(fixed.onlyOnNetworkError()).isFalse();
  }

  @DisplayName("Wire contract 1.2: onlyOn is an array or a bare string")
  @ParameterizedTest
  @ValueSource(strings = {"['NETWORK_ERROR']", "'NETWORK_ERROR'"})
  void onlyOnIsReadFromBothForms(String onlyOn) {
    RetryStrategy read = strategy("{'type':'FIXED','onlyOn':%s}".formatted(onlyOn));
    assertThat(read.onlyOn()).containsExactly("NETWORK_ERROR");
    assertThat(read.onlyOnNetworkError()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"FIXED, 7", "LINEAR, 7", "EXPONENTIAL, 7", "SINGLE_RETRY, 1"})
  void aSingleRetryIsOneRetryWhateverIsStored(RetryType type, int expected) {
    assertThat(strategy("{'type':'%s','maxRetries':7}".formatted(type)).retryLimit())
        .isEqualTo(expected);
  }

  @Test
  void writesBackWhatWasSentPlusTheDocumentedDefaults() {
    assertThat(SettingsJson.write(strategy("{'type':'SINGLE_RETRY'}")))
        .isEqualTo(json("{'type':'SINGLE_RETRY','baseBackoffSeconds':60,'sameRegion':true}"));
    String full =
        "{'type':'FIXED','baseBackoffSeconds':0,'sameRegion':false,'maxRetries':1,'maxDurationSeconds':0,'onlyOn':['NETWORK_ERROR']}";
    assertThat(SettingsJson.write(strategy(full))).isEqualTo(json(full));
  }

  @Test
  void theTypeIsRequired() {
    assertThatThrownBy(() -> strategy("{'maxRetries':1}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("type");
  }
}
