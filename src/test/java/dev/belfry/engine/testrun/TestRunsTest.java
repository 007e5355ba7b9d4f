package dev.belfry.engine.testrun;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.platform.config.ConfigLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The places that tests of an account take. */
class TestRunsTest {
  @Test
  void aTestThatCannotBeginFreesItsPlace() {
    CheckSettings withoutRequest = CheckSettings.of(JsonNodeFactory.instance.objectNode());
    UUID account = new UUID(0, 1);
    try (TestRuns runs =
        new TestRuns(ConfigLoader.load(Map.of(), Path.of("target")).probe(), "Test")) {
      for (int i = 0; i <= TestRuns.MOST_OF_ACCOUNT; i++) {
        assertThat(runs.run(account, withoutRequest).cause())
            .isInstanceOf(NullPointerException.class);
      }
    }
  }
}
