package dev.belfry.engine.testsession;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.RealClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How soon an instance begins the runs of a new test session. */
@RealClock("It measures how long a run waits.")
class TestRunArrivalIT {
  private static final Map<String, String> PROBING =
      Map.of("BELFRY_LOCATIONS", "eu-west-1", "BELFRY_ALLOW_PRIVATE_TARGETS", "true");
  private static final int ROUNDS = 9;

  /** The time from a request to the moment at which the target is asked. */
  private static Duration begin(TestSessionFixture fixture) throws IOException {
    try (ServerSocket target = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      target.setSoTimeout(20_000);
      String job = fixture.job("one", "http://127.0.0.1:" + target.getLocalPort() + "/", "");
      long started = System.nanoTime();
      String session = fixture.start(job);
      try (Socket asking = target.accept()) {
        Duration taken = Duration.ofNanos(System.nanoTime() - started);
        assertThat(asking.getInputStream().read()).as("a request").isNotNegative();
        asking
            .getOutputStream()
            .write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
        assertThat(fixture.ended(session).at("/status").asText()).isEqualTo("PASSED");
        return taken;
      }
    }
  }

  @Test
  void aRunBeginsAsSoonAsItIsAskedFor() throws IOException {
    try (TestApp app = TestApp.start(PROBING)) {
      TestSessionFixture fixture = new TestSessionFixture(app);
      begin(fixture);
      List<Duration> taken = new ArrayList<>();
      for (int i = 0; i < ROUNDS; i++) {
        taken.add(begin(fixture));
      }
      taken.sort(null);
      assertThat(taken.get(ROUNDS / 2)).isLessThan(Duration.ofSeconds(1));
    }
  }

  @Test
  void aLostNotificationDelaysItALittle() throws IOException {
    try (TestApp app = TestApp.start(PROBING)) {
      TestSessionFixture fixture = new TestSessionFixture(app);
      begin(fixture);
      app.database()
          .execute(
              """
              CREATE OR REPLACE FUNCTION notify_later(channel text, payloads text[]) RETURNS void
              LANGUAGE sql AS 'SELECT'""");
      assertThat(begin(fixture)).isLessThan(Duration.ofSeconds(10));
    }
  }
}
