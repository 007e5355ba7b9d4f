package dev.belfry.monitoring.check;

import static dev.belfry.monitoring.check.SettingsDocuments.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.platform.error.Violation;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryRulesTest {
  private static List<Violation> violations(ObjectNode strategy) {
    return RetryRules.violations(RetryCodec.read(new FieldReader(strategy)));
  }

  @Test
  void nothingIsCheckedWhereThereIsNoStrategy() {
    for (String body : List.of("{}", "{'retryStrategy':null}", "{'retryStrategy':'FALLBACK'}")) {
      Field<RetryDraft> strategy =
          new FieldReader(json(body)).object("retryStrategy", RetryCodec::read);
      assertThat(RetryRules.violations(strategy.value())).isEmpty();
    }
  }

  @DisplayName("Spec, RetryStrategy: the limits belong to FIXED, LINEAR and EXPONENTIAL")
  @ParameterizedTest
  @EnumSource(
      value = RetryType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SINGLE_RETRY"})
  void otherTypesTakeBothLimits(RetryType type) {
    assertThat(
            violations(
                json("{'type':'%s','maxRetries':10,'maxDurationSeconds':0}".formatted(type))))
        .isEmpty();
  }

  @DisplayName("Spec, RetryStrategy: not supported for SINGLE_RETRY")
  @ParameterizedTest
  @ValueSource(strings = {"maxRetries", "maxDurationSeconds"})
  void aSingleRetryTakesNoLimit(String member) {
    assertThat(violations(json("{'type':'SINGLE_RETRY','%s':1}".formatted(member))))
        .containsExactly(
            new Violation(
                "/retryStrategy/" + member,
                "is not supported for type SINGLE_RETRY: leave it out, or choose FIXED, LINEAR or"
                    + " EXPONENTIAL"));
  }

  @Test
  void bothLimitsOfASingleRetryAreNamedAtOnce() {
    assertThat(violations(json("{'type':'SINGLE_RETRY','maxRetries':2,'maxDurationSeconds':600}")))
        .extracting(Violation::path)
        .containsExactly("/retryStrategy/maxRetries", "/retryStrategy/maxDurationSeconds");
  }

  @Test
  void limitsThatAreNullCountAsAbsent() {
    assertThat(
            violations(
                json(
                    "{'type':'SINGLE_RETRY','baseBackoffSeconds':5,'sameRegion':false,'maxRetries':null,'maxDurationSeconds':null}")))
        .isEmpty();
  }

  @Test
  void whatTheSettingsWriteForASingleRetryIsAccepted() {
    RetryStrategy strategy =
        SettingsJson.read(json("{'type':'SINGLE_RETRY'}"), RetryStrategy.class);
    assertThat(violations(SettingsJson.write(strategy))).isEmpty();
  }

  @DisplayName("Wire contract 3.5: URL and API checks know what a network error is")
  @ParameterizedTest
  @EnumSource(CheckType.class)
  void aStrategyNamesNoCauseThatItsTypeDoesNotKnow(CheckType type) {
    ObjectNode strategy = json("{'type':'FIXED','onlyOn':['NETWORK_ERROR']}");
    RetryDraft draft = RetryCodec.read(new FieldReader(strategy));
    boolean known = type == CheckType.URL || type == CheckType.API;
    assertThat(RetryRules.violations(type, draft))
        .isEqualTo(
            known
                ? List.of()
                : List.of(
                    new Violation(
                        "/retryStrategy/onlyOn",
                        "is not supported by " + type + " checks: leave it out")));
    assertThat(RetryRules.violations(type, null)).isEmpty();
  }
}
