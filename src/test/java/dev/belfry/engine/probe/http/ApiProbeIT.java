package dev.belfry.engine.probe.http;

import static dev.belfry.engine.probe.ProbeCourse.http;
import static dev.belfry.engine.probe.StubServer.answering;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.engine.probe.ProbeAnswer;
import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Probes;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.BodyType;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.HttpParameter;
import dev.belfry.monitoring.check.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Requests of API checks against servers that behave well and badly. */
class ApiProbeIT {
  @SuppressWarnings("NullAway.Init")
  private static ProbeCourse course;

  @BeforeAll
  static void open() throws Exception {
    course = new ProbeCourse();
  }

  @AfterAll
  static void close() {
    course.close();
  }

  private static ProbeResult probe(String method, String url) throws Exception {
    Assertion ofBody = new Assertion(AssertionSource.TEXT_BODY, Comparison.NOT_EMPTY, "", "", null);
    return course.probe(
        new ProbeRequest(
            ApiCheckRequest.of(
                method,
                url,
                null,
                null,
                null,
                List.of(new HttpParameter("X-Key", "k", false)),
                null,
                "b",
                method.equals("POST") ? BodyType.RAW : null,
                null,
                List.of(ofBody),
                null),
            Probes.PATIENCE));
  }

  private static String text(ProbeResult result) throws AssertionFault {
    ProbeAnswer answer = Objects.requireNonNull(result.answer());
    return answer.actual(AssertionSource.TEXT_BODY, "").asText();
  }

  @Test
  void aHeadRequestWaitsForNoBody() throws Exception {
    try (StubServer server =
        StubServer.plain(
            talk -> {
              talk.readRequest();
              talk.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
              talk.hang();
            })) {
      ProbeResult result = probe("HEAD", http(server, "/"));
      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(server.requests().get(0)).startsWith("HEAD / HTTP/1.1\r\n");
    }
  }

  @Test
  void aRedirectToAnotherPortTakesNoKeyAlong() throws Exception {
    try (StubServer other =
            StubServer.plain(answering("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"));
        StubServer first =
            StubServer.plain(
                answering(
                    "HTTP/1.1 302 Found\nContent-Length: 0\nLocation: "
                        + http(other, "/next")
                        + "\n\n"))) {
      ProbeResult result = probe("POST", http(first, "/"));
      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(text(result)).isEqualTo("ok");
      assertThat(first.requests().get(0)).startsWith("POST /").contains("X-Key: k");
      assertThat(other.requests().get(0)).startsWith("GET /next").doesNotContain("X-Key");
    }
  }

  @Test
  void readsABodyThatAResultWouldCut() throws Exception {
    String body = "x".repeat(200_000) + "end";
    try (StubServer server =
        StubServer.plain(
            answering("HTTP/1.1 200 OK\nContent-Length: " + body.length() + "\n\n" + body))) {
      ProbeResult result = probe("GET", http(server, "/"));
      assertThat(text(result)).isEqualTo(body);
      Objects.requireNonNull(result.answer()).close();
    }
  }

  @Test
  void aBodyThatIsTooLargeMeetsNoAssertion() throws Exception {
    String body = "x".repeat((1 << 20) + 1);
    try (StubServer server =
        StubServer.plain(
            answering("HTTP/1.1 200 OK\nContent-Length: " + body.length() + "\n\n" + body))) {
      ProbeResult result = probe("GET", http(server, "/"));
      assertThatThrownBy(() -> text(result))
          .isInstanceOf(AssertionFault.class)
          .hasMessageContaining("1 MiB");
    }
  }

  @Test
  void readsACompressedBodyAndNoBomb() throws Exception {
    for (int size : new int[] {50, 64 << 20}) {
      byte[] packed = packed(size);
      try (StubServer server =
          StubServer.plain(
              talk -> {
                talk.readRequest();
                talk.write(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
                        + packed.length
                        + "\r\n\r\n");
                talk.socket().getOutputStream().write(packed);
                talk.socket().getOutputStream().flush();
              })) {
        ProbeResult result = probe("GET", http(server, "/"));
        assertThat(result.reason()).isEqualTo(Reason.NONE);
        if (size == 50) {
          assertThat(text(result)).isEqualTo("z".repeat(50));
        } else {
          assertThatThrownBy(() -> text(result)).isInstanceOf(AssertionFault.class);
        }
      }
    }
  }

  private static byte[] packed(int size) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream gzip = new GZIPOutputStream(out)) {
      byte[] some = "z".repeat(50).getBytes(StandardCharsets.US_ASCII);
      for (int written = 0; written < size; written += some.length) {
        gzip.write(some);
      }
    }
    return out.toByteArray();
  }
}
