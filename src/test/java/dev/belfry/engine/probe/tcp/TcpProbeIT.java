package dev.belfry.engine.probe.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.StubServer;
import dev.belfry.engine.probe.Timings;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.Comparison;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.TcpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a TCP server can do to a probe. */
class TcpProbeIT {
  private static final String HERE = "127.0.0.1";
  private static final long PATIENT = 10_000;
  private static final long SILENCE_MICROS = TcpConnection.SILENCE_NANOS / 1_000;

  /** Long enough for what is not meant to take long, on a busy machine. */
  private static final long MILLIS = 700;

  private static final List<Assertion> OF_DATA =
      List.of(new Assertion(AssertionSource.RESPONSE_DATA, Comparison.NOT_NULL, "", "", null));
  private static final List<Assertion> OF_TIME =
      List.of(
          new Assertion(AssertionSource.RESPONSE_TIME, Comparison.LESS_THAN, "900", "", null),
          new Assertion(AssertionSource.RESPONSE_DATA, null, "", "", null));

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

  private static ProbeResult probe(
      String host, int port, String data, IpFamily family, List<Assertion> assertions, long millis)
      throws Exception {
    return course.probe(
        new ProbeRequest(
            new TcpRequest(host, port, data, family, assertions), Duration.ofMillis(millis)));
  }

  private static ProbeResult read(StubServer.Script script, String data, long millis)
      throws Exception {
    try (StubServer server = StubServer.plain(script)) {
      ProbeResult result = probe(HERE, server.port(), data, IpFamily.IPV4, OF_DATA, millis);
      server.awaitAllClosed();
      return result;
    }
  }

  private static TcpAnswer answer(ProbeResult result) {
    assertThat(result.reason()).as(result.message()).isEqualTo(Reason.NONE);
    assertThat(result.message()).isEmpty();
    assertThat(result.statusCode()).isZero();
    assertThat(result.answer()).isInstanceOf(TcpAnswer.class);
    return (TcpAnswer) Objects.requireNonNull(result.answer());
  }

  @Test
  void connectsAndReadsNothingUnlessAnAssertionLooksAtIt() throws Exception {
    for (List<Assertion> assertions : List.of(List.<Assertion>of(), OF_TIME)) {
      try (StubServer server = StubServer.plain(StubServer.Conversation::hang)) {
        ProbeResult result = probe(HERE, server.port(), "", IpFamily.IPV4, assertions, PATIENT);
        server.awaitAllClosed();

        assertThat(answer(result)).isEqualTo(TcpAnswer.CONNECTED);
        assertThat(result.address()).isEqualTo(HERE + ":" + server.port());
        assertThat(result.certificateExpiresAt()).isNull();
        assertThat(result.redirects()).isEmpty();
        Timings timings = result.timings();
        assertThat(timings.tcpMicros()).isPositive();
        assertThat(timings.tlsMicros()).isZero();
        assertThat(timings.firstByteMicros()).isZero();
        assertThat(timings.downloadMicros()).isZero();
        assertThat(timings.totalMicros())
            .isBetween(timings.dnsMicros() + timings.tcpMicros(), SILENCE_MICROS - 1);
      }
    }
  }

  @Test
  void sendsItsTextAlsoWhenItReadsNothing() throws Exception {
    String text = "Grüße\n";
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    List<String> received = new CopyOnWriteArrayList<>();
    CountDownLatch read = new CountDownLatch(1);
    try (StubServer server =
        StubServer.plain(
            conversation -> {
              byte[] bytes = conversation.socket().getInputStream().readNBytes(length);
              received.add(new String(bytes, StandardCharsets.UTF_8));
              read.countDown();
              conversation.hang();
            })) {
      answer(probe(HERE, server.port(), text, IpFamily.IPV4, List.of(), PATIENT));
      assertThat(read.await(5, TimeUnit.SECONDS)).isTrue();
      assertThat(received).containsExactly(text);
    }
  }

  @Test
  void readsTheAnswerToItsTextAndDoesNotCountTheSilence() throws Exception {
    ProbeResult result =
        read(
            conversation -> {
              conversation.pause(50);
              conversation.write("+" + conversation.socket().getInputStream().readNBytes(4).length);
              conversation.hang();
            },
            "PING",
            PATIENT);

    assertThat(answer(result)).isEqualTo(new TcpAnswer("+4", 2, false));
    assertThat(result.timings().firstByteMicros()).isGreaterThan(40_000);
    assertThat(result.timings().downloadMicros()).isLessThan(SILENCE_MICROS);
    assertThat(result.timings().totalMicros()).isLessThan(SILENCE_MICROS + 50_000);
  }

  @Test
  void anAnswerInPiecesIsReadWhole() throws Exception {
    ProbeResult result =
        read(
            conversation -> {
              for (String piece : List.of("220 ", "mail ", "ready\r\n")) {
                conversation.write(piece);
                conversation.pause(60);
              }
              conversation.hang();
            },
            "",
            PATIENT);

    assertThat(answer(result).data()).isEqualTo("220 mail ready\r\n");
    assertThat(result.timings().downloadMicros()).isGreaterThan(100_000);
  }

  @Test
  void theEndOfTheConnectionIsTheEndOfTheAnswer() throws Exception {
    ProbeResult all = read(conversation -> conversation.write("bye"), "", PATIENT);
    assertThat(answer(all)).isEqualTo(new TcpAnswer("bye", 3, false));
    assertThat(all.timings().totalMicros()).isLessThan(SILENCE_MICROS);

    ProbeResult nothing = read(conversation -> conversation.socket().shutdownOutput(), "", PATIENT);
    assertThat(answer(nothing)).isEqualTo(new TcpAnswer("", 0, false));
  }

  @Test
  void aLongAnswerIsReadUpToTheLimit() throws Exception {
    String block = "0123456789".repeat(4_000);
    ProbeResult cut =
        read(
            conversation -> {
              while (!conversation.socket().isClosed()) {
                conversation.write(block);
              }
            },
            "",
            PATIENT);
    assertThat(answer(cut))
        .isEqualTo(new TcpAnswer(block.substring(0, TcpConnection.MOST_BYTES), 10_240, true));

    String exactly = block.substring(0, TcpConnection.MOST_BYTES);
    ProbeResult whole = read(conversation -> conversation.write(exactly), "", PATIENT);
    assertThat(answer(whole)).isEqualTo(new TcpAnswer(exactly, 10_240, false));
  }

  @Test
  void bytesThatAreNoTextAreReplaced() throws Exception {
    ProbeResult result =
        read(
            conversation ->
                conversation.socket().getOutputStream().write(new byte[] {'a', (byte) 0xff, 0}),
            "",
            PATIENT);

    assertThat(answer(result)).isEqualTo(new TcpAnswer("a\ufffd\0", 3, false));
  }

  @Test
  void aServerThatSaysNothingIsTooLateOnlyWhenSomethingIsExpected() throws Exception {
    ProbeResult silent = read(StubServer.Conversation::hang, "HELLO", MILLIS);

    assertThat(silent.reason()).isEqualTo(Reason.FIRST_BYTE_TIMEOUT);
    assertThat(silent.message())
        .startsWith("Timed out after 700 ms while waiting for the first byte: 127.0.0.1:");
    assertThat(silent.answer()).isNull();
    assertThat(silent.timings().totalMicros())
        .isBetween(MILLIS * 1_000, MILLIS * 1_000 + 2_000_000);
  }

  @Test
  void anAnswerThatDripsForTooLongFails() throws Exception {
    ProbeResult result =
        read(
            conversation -> {
              for (int i = 0; i < 200 && !conversation.socket().isClosed(); i++) {
                conversation.write("x");
                conversation.pause(50);
              }
            },
            "",
            MILLIS);

    assertThat(result.reason()).as(result.message()).isEqualTo(Reason.DOWNLOAD_TIMEOUT);
    assertThat(result.message()).contains("700 ms while reading the answer");
    assertThat(result.answer())
        .isInstanceOfSatisfying(
            TcpAnswer.class, answer -> assertThat(answer.data()).startsWith("xx"));
  }

  @Test
  void anAnswerJustInTimeIsWaitedForUntilItIsSilent() throws Exception {
    StubServer.Script late =
        conversation -> {
          conversation.pause(550);
          conversation.write("late but here");
          conversation.hang();
        };
    ProbeResult result = read(late, "", MILLIS);
    // A busy machine may write it after the time is up.
    for (int i = 0; i < 20 && result.reason() == Reason.FIRST_BYTE_TIMEOUT; i++) {
      result = read(late, "", MILLIS);
    }

    assertThat(answer(result).data()).isEqualTo("late but here");
    assertThat(result.timings().totalMicros()).isLessThan(MILLIS * 1_000);
  }

  @Test
  void aResetFailsBeforeAndWithinTheAnswer() throws Exception {
    ProbeResult before =
        read(
            conversation -> {
              conversation.socket().getInputStream().read();
              conversation.reset();
            },
            "x",
            PATIENT);
    assertThat(before.reason()).as(before.message()).isEqualTo(Reason.CONNECTION_RESET);
    assertThat(before.answer()).isNull();

    ProbeResult within =
        read(
            conversation -> {
              conversation.write("half");
              conversation.pause(50);
              conversation.reset();
            },
            "",
            PATIENT);
    assertThat(within.reason()).as(within.message()).isEqualTo(Reason.CONNECTION_RESET);
    assertThat(within.message()).contains("reset the connection while reading the answer");
    assertThat(within.answer()).isEqualTo(new TcpAnswer("half", 4, false));
  }
}
