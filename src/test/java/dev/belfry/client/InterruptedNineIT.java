package dev.belfry.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interrupting {@code checkly test} of the command line 9.5.0 cancels its session. */
class InterruptedNineIT {
  @TempDir private Path directory = Path.of("");

  @Test
  void anInterruptCancelsTheSession() throws IOException {
    try (ClientFixture stage = new ClientFixture("project-nine", directory);
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      stage.byHand();
      stage.set("SILENT", "http://127.0.0.1:" + silent.getLocalPort());
      stage.write(
          "monitors/slow.check.ts",
          """
          import { UrlMonitor } from 'checkly/constructs'

          new UrlMonitor('slow', { name: 'Slow', request: { url: process.env.SILENT + '/' } })
          """);
      CommandResult cancelled =
          stage.interrupted(() -> silent.accept(), "test", "slow.check", "--location", "eu-west-1");
      cancelled.says("Cancelling checks", "1 cancelled, 1 total");
      String session = stage.api.get("/v1/test-sessions").at("/entries/0/id").asText();
      assertThat(stage.api.get("/v1/test-sessions/" + session).at("/status").asText())
          .isEqualTo("CANCELLED");
    }
  }
}
