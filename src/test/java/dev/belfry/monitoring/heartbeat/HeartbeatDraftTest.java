package dev.belfry.monitoring.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.api.contract.FieldReader;
import dev.belfry.platform.error.Violation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatDraftTest {
  private static HeartbeatDraft draft(String json) throws Exception {
    return HeartbeatDraft.read(new FieldReader(JsonMapper.builder().build().readTree(json)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"period\":30,\"periodUnit\":\"seconds\",\"grace\":0,\"graceUnit\":\"seconds\"}",
        "{\"period\":365,\"periodUnit\":\"days\",\"grace\":365,\"graceUnit\":\"days\"}",
        "{\"cron\":\"*/5 8-18 * * 1-5\",\"timezone\":\"Asia/Kolkata\",\"grace\":0}",
        "{\"cron\":\"0 0 29 2 *\"}",
      })
  void takesPeriodsAndExpressions(String json) throws Exception {
    assertThat(draft(json).violationsOfNew()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|/heartbeat|must have period and periodUnit, or cron",
        "{\"period\":5}|/heartbeat|must have period",
        "{\"period\":29,\"periodUnit\":\"seconds\"}|/heartbeat/period|from 30 seconds to 365 days",
        "{\"period\":366,\"periodUnit\":\"days\"}|/heartbeat/period|from 30 seconds to 365 days",
        "{\"period\":1,\"periodUnit\":\"days\",\"grace\":366,\"graceUnit\":\"days\"}"
            + "|/heartbeat/grace|at most 365 days",
        "{\"period\":1,\"periodUnit\":\"days\",\"timezone\":\"UTC\"}|/heartbeat/timezone|without cron",
        "{\"cron\":\"0 0 * * *\",\"period\":1}|/heartbeat/period|must be absent beside cron",
        "{\"cron\":\"0 0 0 * * *\"}|/heartbeat/cron|five fields",
        "{\"cron\":\"61 0 * * *\"}|/heartbeat/cron|five fields",
        "{\"cron\":\"once a day\"}|/heartbeat/cron|five fields",
        "{\"cron\":\"0 0 * * *\",\"timezone\":\"Mars/Base\"}|/heartbeat/timezone|Europe/Berlin",
        "{\"period\":1,\"periodUnit\":\"days\",\"pingToken\":\"own\"}|/heartbeat/pingToken|issues",
      })
  void saysWhatIsWrong(String json, String path, String message) throws Exception {
    assertThat(draft(json).violationsOfNew())
        .singleElement()
        .satisfies(
            violation -> {
              assertThat(violation.path()).isEqualTo(path);
              assertThat(violation.message()).contains(message);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 30 2 *", "0 0 31 4 *"})
  void refusesTimesThatNeverCome(String cron) throws Exception {
    assertThat(draft("{\"cron\":\"" + cron + "\"}").violations())
        .extracting(Violation::path)
        .containsExactly("/heartbeat/cron");
  }
}
