package dev.belfry.engine.probe.http;

import static dev.belfry.engine.probe.ProbeCourse.http;
import static dev.belfry.engine.probe.ProbeCourse.site;
import static dev.belfry.engine.probe.StubServer.answering;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.ProberSettings;
import dev.belfry.engine.probe.Probes;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.engine.probe.Timings;
import dev.belfry.engine.probe.icmp.FakeEchoes;
import dev.belfry.engine.probe.prober.NetworkProber;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.platform.guard.AddressPolicy;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes of a probe when nothing is wrong. */
class ProbeIT {
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

  @Test
  void tellsTheAnswer() throws Exception {
    try (StubServer server =
        StubServer.plain(
            answering("HTTP/1.1 200 Fine\nContent-Length: 6\nX-A: 1\nX-A: 2\n\nHällo"))) {
      ProbeResult result = course.probe(Probes.get(http(server, "/a?b#c")));

      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(result.message()).isEmpty();
      assertThat(result.address()).isEqualTo("127.0.0.1:" + server.port());
      assertThat(result.certificateExpiresAt()).isNull();
      assertThat(result.redirects()).isEmpty();
      assertThat(result.answer())
          .isEqualTo(
              HttpAnswer.of(
                  200,
                  "Fine",
                  List.of(
                      new HttpAnswer.Header("Content-Length", "6"),
                      new HttpAnswer.Header("X-A", "1"),
                      new HttpAnswer.Header("X-A", "2")),
                  "Hällo",
                  6,
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTP/1.1 200 OK~Content-Length: 2~~ok             | 200 | ok
          HTTP/1.1 200~Content-Length: 2~~ok                | 200 | ok
          HTTP/1.0 200 OK~~ok                               | 200 | ok
          HTTP/1.1 200 OK~Connection: close~~ok             | 200 | ok
          HTTP/1.1 204 No Content~~                         | 204 | ''
          HTTP/1.1 304 Not Modified~Content-Length: 9~~     | 304 | ''
          HTTP/1.1 404 Not Found~Content-Length: 2~~no      | 404 | no
          HTTP/1.1 503 Busy~Content-Length: 0~~             | 503 | ''
          HTTP/1.1 999 Odd~Content-Length: 0~~              | 999 | ''
          HTTP/1.1 103 Early~Link: x~~HTTP/1.1 200 OK~~ok   | 200 | ok
          HTTP/1.1 100 Continue~~HTTP/1.1 102 P~~HTTP/1.1 200 OK~Content-Length: 2~~ok  | 200 | ok
          HTTP/1.1 200 OK~Transfer-Encoding: chunked~~1~o~1~k~0~~       | 200 | ok
          HTTP/1.1 300 Choose~Location: /x~Content-Length: 2~~ok        | 300 | ok
          HTTP/1.1 302 Found~Content-Length: 2~~ok                      | 302 | ok
          HTTP/1.1 200 OK~Content-Encoding: gzip~~ok                    | 200 | ''
          HTTP/1.1 200 OK~Content-Type: text/plain; charset=utf-16be~~a | 200 | \uFFFD
          """)
  void understandsAnswersOfEveryKind(String answer, int status, String body) throws Exception {
    try (StubServer server = StubServer.plain(answering(answer.replace('~', '\n')))) {
      ProbeResult result = course.probe(Probes.get(http(server, "/")));

      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(result.statusCode()).isEqualTo(status);
      assertThat(Probes.answer(result).body()).isEqualTo(body);
    }
  }

  @Test
  void followsRedirectsAndTellsThem() throws Exception {
    StubServer.Script script =
        conversation -> {
          String request = conversation.readRequest();
          String to =
              request.startsWith("GET / ")
                  ? "/deep/er?q=ü"
                  : request.startsWith("GET /deep/er?q=%C3%BC ") ? "../end" : "";
          conversation.write(
              to.isEmpty()
                  ? "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nend"
                  : "HTTP/1.1 302 Found\r\nSet-Cookie: a=b\r\nLocation: " + to + "\r\n\r\n");
        };
    try (StubServer server = StubServer.plain(script)) {
      ProbeResult result = course.probe(Probes.get(site(server, "/").replace("//", "//me:pw@")));

      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(result.statusCode()).isEqualTo(200);
      assertThat(result.redirects())
          .containsExactly(site(server, "/deep/er?q=%C3%BC"), site(server, "/end"));
      assertThat(server.requests())
          .hasSize(3)
          .allSatisfy(
              request ->
                  assertThat(request)
                      .contains("\r\nAuthorization: Basic bWU6cHc=\r\n")
                      .doesNotContain("Cookie"));
      assertThat(course.dns().questions(ProbeCourse.SITE)).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void staysWhereItIsUnlessItMayFollow() throws Exception {
    try (StubServer server =
        StubServer.plain(answering("HTTP/1.1 301 Moved\nLocation: /x\nContent-Length: 1\n\nx"))) {
      ProbeResult result = course.probe(Probes.staying(http(server, "/")));

      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(result.statusCode()).isEqualTo(301);
      assertThat(result.redirects()).isEmpty();
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void reachesIpv6AndKeepsToTheFamily() throws Exception {
    try (StubServer server = StubServer.on("::1", answering("HTTP/1.1 200 OK\n\n"))) {
      course.dns().answer("both.test", "127.0.0.1", "::1");
      String port = ":" + server.port() + "/";

      assertThat(course.probe(Probes.overIpv6("http://[::1]" + port)).statusCode()).isEqualTo(200);
      ProbeResult named = course.probe(Probes.overIpv6("http://both.test" + port));
      assertThat(named.statusCode()).isEqualTo(200);
      assertThat(named.address()).isEqualTo("[::1]:" + server.port());
      assertThat(server.requests().get(0)).contains("\r\nHost: [::1]:" + server.port() + "\r\n");
      assertThat(course.probe(Probes.get("http://both.test" + port)).reason())
          .isEqualTo(Reason.CONNECTION_REFUSED);
    }
  }

  @Test
  void findsNamesOfTheHostsFile() throws Exception {
    NetworkProber prober =
        new NetworkProber(
            new ProberSettings(
                2, new AddressPolicy(true, List.of()), 10, 10, ProbeCourse.USER_AGENT),
            FakeEchoes.router());
    try (StubServer server = StubServer.plain(answering("HTTP/1.1 200 OK\n\n"))) {
      ProbeRequest request = Probes.get("http://localhost:" + server.port());

      assertThat(Probes.result(prober, request).statusCode()).isEqualTo(200);
      assertThat(Probes.result(prober, request).address()).isEqualTo("127.0.0.1:" + server.port());
    } finally {
      prober.close().await();
    }
  }

  @Test
  void keepsTheBeginningOfALongBodyAndItsSize() throws Exception {
    String body = "ä\0b".repeat(100_000);
    try (StubServer server =
        StubServer.plain(
            conversation -> {
              conversation.readRequest();
              conversation.write("HTTP/1.1 200 OK\r\nContent-Length: 400000\r\n\r\n");
              conversation.write(body);
            })) {
      HttpAnswer answer = Probes.answer(course.probe(Probes.get(http(server, "/"))));

      assertThat(answer.body()).isEqualTo(body.replace('\0', '\ufffd').substring(0, 4096));
      assertThat(answer.bodyBytes()).isEqualTo(400_000);
      assertThat(answer.bodyCut()).isFalse();
    }
  }

  @Test
  void stopsReadingABodyThatHasNoEnd() throws Exception {
    String block = "x".repeat(100_000);
    try (StubServer server =
        StubServer.plain(
            conversation -> {
              conversation.readRequest();
              conversation.write("HTTP/1.1 200 OK\r\n\r\n");
              while (!conversation.socket().isClosed()) {
                conversation.write(block);
              }
            })) {
      ProbeResult result = course.probe(Probes.get(http(server, "/")));

      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(Probes.answer(result).bodyCut()).isTrue();
      assertThat(Probes.answer(result).bodyBytes()).isBetween(10L << 20, 11L << 20);
    }
  }

  @Test
  void timesEachPhase() throws Exception {
    try (StubServer server =
        StubServer.plain(
            conversation -> {
              conversation.readRequest();
              conversation.pause(150);
              conversation.write("HTTP/1.1 200 OK\r\n\r\n");
              conversation.pause(100);
              conversation.write("late");
            })) {
      Timings timings = course.probe(Probes.get(site(server, "/"))).timings();

      assertThat(timings.firstByteMicros()).isBetween(145_000L, 5_000_000L);
      assertThat(timings.downloadMicros()).isBetween(10_000L, 5_000_000L);
      assertThat(timings.dnsMicros()).isPositive();
      assertThat(timings.tcpMicros()).isPositive();
      assertThat(timings.tlsMicros()).isZero();
      assertThat(timings.totalMicros())
          .isGreaterThanOrEqualTo(
              timings.dnsMicros()
                  + timings.tcpMicros()
                  + timings.firstByteMicros()
                  + timings.downloadMicros())
          .isLessThan(10_000_000);
    }
  }
}
