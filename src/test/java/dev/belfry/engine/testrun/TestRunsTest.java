package dev.belfry.engine.testrun;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.CompletedRequest;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.platform.config.ConfigLoader;
import dev.belfry.platform.icmp.NoEchoes;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The places that tests of an account take. */
class TestRunsTest {
  private static Future<CompletedRequest> asStored(ProbeRequest stored) {
    return Future.succeededFuture(CompletedRequest.asStored(stored));
  }

  @Test
  void aTestThatCannotBeginFreesItsPlace() {
    CheckSettings withoutRequest = CheckSettings.of(JsonNodeFactory.instance.objectNode());
    UUID account = new UUID(0, 1);
    try (TestRuns runs =
        new TestRuns(
            ConfigLoader.load(Map.of(), Path.of("target")).probe(), "Test", new NoEchoes("none"))) {
      for (int i = 0; i <= TestRuns.MOST_OF_ACCOUNT; i++) {
        assertThat(
                runs.inPlace(
                        account, () -> runs.prober().probe(withoutRequest, TestRunsTest::asStored))
                    .cause())
            .isInstanceOf(NullPointerException.class);
      }
    }
  }
}
