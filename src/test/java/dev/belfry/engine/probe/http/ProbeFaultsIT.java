package dev.belfry.engine.probe.http;

import static dev.belfry.engine.probe.ProbeCourse.http;
import static dev.belfry.engine.probe.ProbeCourse.secureSite;
import static dev.belfry.engine.probe.ProbeCourse.site;
import static dev.belfry.engine.probe.StubServer.answering;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Probes;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.monitoring.check.Reason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can go wrong between the connection and the end of the answer. */
class ProbeFaultsIT {
  private static final String HEAD = "HTTP/1.1 200 OK\nContent-Length: 100\n\n";

  /** Long enough for what is not meant to take long, on a busy machine. */
  private static final long MILLIS = 600;

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
  void connectionIsRefused() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }

    ProbeResult result = course.probe(Probes.get("http://" + ProbeCourse.SITE + ":" + port));

    assertThat(result.reason()).isEqualTo(Reason.CONNECTION_REFUSED);
    assertThat(result.message())
        .isEqualTo("The connection to site.test (127.0.0.1:" + port + ") was refused");
    assertThat(result.address()).isEqualTo("127.0.0.1:" + port);
    assertThat(result.timings().totalMicros()).isLessThan(2_000_000);
  }

  @Test
  void connectionIsDropped() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    List<SocketChannel> crowd = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, here)) {
      for (int i = 0; i < 10; i++) {
        SocketChannel one = SocketChannel.open();
        crowd.add(one);
        one.configureBlocking(false);
        one.connect(new InetSocketAddress(here, full.getLocalPort()));
      }
      assertTimedOut(
          Probes.impatient("http://127.0.0.1:" + full.getLocalPort(), MILLIS),
          Reason.CONNECT_TIMEOUT,
          "while connecting");
    } finally {
      for (SocketChannel one : crowd) {
        one.close();
      }
    }
  }

  @Test
  void connectionIsReset() throws Exception {
    assertFails(StubServer.Conversation::reset, Reason.CONNECTION_RESET, Reason.CONNECTION_CLOSED);
    assertFails(
        conversation -> {
          conversation.readRequest();
          conversation.reset();
        },
        Reason.CONNECTION_RESET);
    assertFails(
        conversation -> {
          answering(HEAD).play(conversation);
          conversation.pause(50);
          conversation.reset();
        },
        Reason.CONNECTION_RESET);
  }

  @Test
  void connectionIsClosedBeforeTheAnswer() throws Exception {
    assertFails(conversation -> {}, Reason.CONNECTION_CLOSED, Reason.CONNECTION_RESET);
    assertFails(StubServer.Conversation::readRequest, Reason.CONNECTION_CLOSED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 20",
        "HTTP/1.1 200 OK\nContent-",
        "HTTP/1.1 103 Early Hints\n\n",
        "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nab",
        "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\nab\n"
      })
  void connectionIsClosedWithinTheAnswer(String answer) throws Exception {
    assertFails(answering(answer), Reason.CONNECTION_CLOSED);
  }

  @Test
  void bodyIsCutOff() throws Exception {
    ProbeResult cut = assertFails(answering(HEAD + "begin"), Reason.CONNECTION_CLOSED);

    assertThat(cut.statusCode()).isEqualTo(200);
    assertThat(Probes.answer(cut).body()).isEqualTo("begin");
    assertThat(cut.message()).endsWith("closed the connection while reading the answer");
  }

  @Test
  void answerNeverBegins() throws Exception {
    try (StubServer server = StubServer.plain(StubServer.Conversation::hang)) {
      assertTimedOut(
          Probes.impatient(http(server, "/"), MILLIS),
          Reason.FIRST_BYTE_TIMEOUT,
          "while waiting for the first byte");
    }
  }

  @Test
  void handshakeNeverEnds() throws Exception {
    try (StubServer server = StubServer.plain(StubServer.Conversation::hang)) {
      assertTimedOut(
          Probes.impatient(secureSite(server), MILLIS),
          Reason.TLS_TIMEOUT,
          "during the TLS handshake");
    }
  }

  @Test
  void otherEndSpeaksNoTls() throws Exception {
    try (StubServer server =
        StubServer.plain(
            conversation -> {
              conversation.write("HTTP/1.1 400 Bad Request\r\n\r\n");
              conversation.hang();
            })) {
      ProbeResult result = course.probe(Probes.get(secureSite(server)));

      assertThat(result.reason()).isEqualTo(Reason.TLS_FAILED);
      assertThat(result.message()).endsWith("failed: it does not speak TLS");
    }
  }

  @Test
  void handshakeIsCutShort() throws Exception {
    StubServer.Script oneByte = conversation -> conversation.socket().getInputStream().read();
    try (StubServer server = StubServer.plain(oneByte)) {
      assertThat(course.probe(Probes.get(secureSite(server))).reason())
          .isIn(Reason.CONNECTION_CLOSED, Reason.CONNECTION_RESET);
    }
  }

  @Test
  void headersComeAndThenNothing() throws Exception {
    try (StubServer server =
        StubServer.plain(
            conversation -> {
              answering(HEAD + "some").play(conversation);
              conversation.hang();
            })) {
      ProbeResult result =
          assertTimedOut(
              Probes.impatient(site(server, "/"), MILLIS),
              Reason.DOWNLOAD_TIMEOUT,
              "while reading the answer");
      assertThat(result.statusCode()).isEqualTo(200);
      assertThat(Probes.answer(result).body()).isEqualTo("some");
      assertThat(result.message())
          .isEqualTo(
              "Timed out after 600 ms while reading the answer: site.test (127.0.0.1:"
                  + server.port()
                  + ")");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/1.1 200 OK\nX: ", HEAD})
  void answerDrips(String start) throws Exception {
    try (StubServer server =
        StubServer.plain(
            conversation -> {
              answering(start).play(conversation);
              for (int i = 0; i < 99; i++) {
                conversation.pause(20);
                conversation.write("x");
              }
            })) {
      assertTimedOut(
          Probes.impatient(http(server, "/"), MILLIS),
          Reason.DOWNLOAD_TIMEOUT,
          "while reading the answer");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SSH-2.0-OpenSSH_9.2~
          220 mail.example.com ESMTP~
          <html>Hello</html>~~
          HTTP/1.1 OK 200~~
          HTTP/1.1 -1 No~~
          HTTP/1.1 20 Short~~
          HTTP/1.1 200 OK~Content-Length: many~~
          HTTP/1.1 200 OK~Content-Length: -5~~
          HTTP/1.1 200 OK~Content-Length: 1~Content-Length: 2~~abc
          HTTP/1.1 200 OK~Transfer-Encoding: chunked~~zz~oops~
          """)
  void answerIsNotHttp(String answer) throws Exception {
    ProbeResult result =
        assertFails(answering(answer.replace('~', '\n')), Reason.MALFORMED_RESPONSE);

    assertThat(result.message()).endsWith("is not valid HTTP");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTP/1.1 200 OK~ | X-More: and more~
          HTTP/1.1 200 Oh  | my
          HTTP/1.1 200~X:  | xxx
          """)
  void headersHaveNoEnd(String start, String more) throws Exception {
    String block = more.replace("~", "\r\n").repeat(500);
    assertFails(
        conversation -> {
          answering(start.replace('~', '\n')).play(conversation);
          while (!conversation.socket().isClosed()) {
            conversation.write(block);
          }
        },
        Reason.HEADERS_TOO_LARGE);
  }

  private static ProbeResult assertFails(StubServer.Script script, Reason... oneOf)
      throws Exception {
    try (StubServer server = StubServer.plain(script)) {
      ProbeResult result = course.probe(Probes.get(http(server, "/")));

      assertThat(result.reason()).as(result.message()).isIn((Object[]) oneOf);
      assertThat(result.message()).contains("127.0.0.1:" + server.port());
      assertThat(result.timings().totalMicros()).isBetween(1L, 5_000_000L);
      return result;
    }
  }

  private static ProbeResult assertTimedOut(ProbeRequest request, Reason reason, String when)
      throws Exception {
    long millis = request.timeout().toMillis();
    ProbeResult result = course.probe(request);

    assertThat(result.reason()).as(result.message()).isEqualTo(reason);
    assertThat(result.message()).contains(millis + " ms " + when);
    assertThat(result.timings().totalMicros()).isBetween(millis * 1000, millis * 1000 + 2_000_000);
    return result;
  }
}
