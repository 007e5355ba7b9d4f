package dev.belfry.probe;

import static dev.belfry.probe.StubServer.answering;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.Reason;
import dev.belfry.guard.AddressPolicy;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What comes of a probe when nothing is wrong. */
class ProbeIT {
  private static final HttpProber PROBER =
      new HttpProber(
          new ProberSettings(
              1, new AddressPolicy(true, List.of()), 100, 100, "Belfry/test (monitoring)"));

  @AfterAll
  static void close() {
    PROBER.close().await();
  }

  @Test
  void tellsTheAnswer() throws Exception {
    try (StubServer server =
        StubServer.plain(
            answering("HTTP/1.1 200 Fine\nContent-Length: 5\nX-A: 1\nX-A: 2\n\nHällo"))) {
      ProbeResult result =
          Probes.result(PROBER, Probes.get("http://127.0.0.1:" + server.port() + "/a?b"));

      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(result.answer())
          .isEqualTo(
              new ProbeAnswer(
                  200,
                  "Fine",
                  List.of(
                      new ProbeAnswer.Header("Content-Length", "5"),
                      new ProbeAnswer.Header("X-A", "1"),
                      new ProbeAnswer.Header("X-A", "2")),
                  "Häll",
                  5,
                  false));
      assertThat(server.requests())
          .containsExactly(
              """
              GET /a?b HTTP/1.1
              Host: 127.0.0.1:%d
              User-Agent: Belfry/test (monitoring)
              Accept: */*
              Accept-Encoding: identity
              Connection: close

              """
                  .formatted(server.port())
                  .replace("\n", "\r\n"));
    }
  }
}
