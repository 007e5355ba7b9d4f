package dev.belfry.engine.testsession;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/test-sessions/{id}/cancel}. */
class CancelTestSessionIT {
  private final TestSessionFixture fixture = new TestSessionFixture();

  @Test
  void endsRunsThatAreUnderWay() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String session =
          fixture.start(
              fixture.job("good", fixture.good(), ""),
              fixture.job("slow", "http://127.0.0.1:" + silent.getLocalPort() + "/", ""));
      silent.accept(); // It runs.
      Access access = new Access(fixture.app, fixture.acme);
      access.requireForWriting("POST", session + "/cancel", null);
      access.requireHidden("POST", session + "/cancel", null);
      fixture.client.send("POST", session + "/cancel", null).hasStatus(204);
      ApiReply over = fixture.ended(session);
      assertThat(over.at("/status").asText()).isEqualTo("CANCELLED");
      assertThat(over.at("/results/1/status").asText()).isEqualTo("CANCELLED");
      assertThat(over.at("/results/1/aborted").asBoolean()).isTrue();
      String result = over.at("/results/1/testSessionResultId").asText();
      ApiReply read =
          fixture
              .client
              .get(session + "/results/" + result)
              .hasStatus(200)
              .matchesContract("readTestResult");
      assertThat(read.at("/isCancelled").asBoolean()).isTrue();
      fixture.client.send("POST", session + "/cancel", null).hasStatus(204);
      assertThat(fixture.client.get(session).json()).isEqualTo(over.json());
    }
  }
}
