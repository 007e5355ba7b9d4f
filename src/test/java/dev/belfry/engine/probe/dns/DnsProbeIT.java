package dev.belfry.engine.probe.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.engine.probe.Probes;
import dev.belfry.engine.probe.dns.RecordSamples.Sample;
import dev.belfry.monitoring.check.DnsRequest.Protocol;
import dev.belfry.monitoring.check.DnsRequest.RecordType;
import dev.belfry.monitoring.check.Reason;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a name server answers, and where it is found. */
class DnsProbeIT {
  @SuppressWarnings("NullAway.Init")
  private static DnsCourse course;

  @BeforeAll
  static void open() throws Exception {
    course = new DnsCourse();
  }

  @AfterAll
  static void close() {
    course.close();
  }

  static Stream<Sample> samples() {
    return RecordSamples.all();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyTypeOfRecordIsAskedForAndRead(Sample sample) throws Exception {
    RecordType type = RecordType.valueOf(sample.word());
    try (ScriptedDns server =
        ScriptedDns.playing(DnsCourse.answering(sample.type(), sample.data()))) {
      for (Protocol protocol : Protocol.values()) {
        ProbeResult result = course.ask(server, type, protocol);
        assertThat(result.message()).isEmpty();
        assertThat(result.reason()).isEqualTo(Reason.NONE);
        assertThat(result.address()).isEqualTo("127.0.0.1:" + server.port());
        assertThat(DnsCourse.answer(result).text())
            .isEqualTo("example.com. 300 IN " + sample.word() + " " + sample.shown());
        assertThat(DnsCourse.answer(result).protocol()).isEqualTo(protocol);
        assertThat(DnsCourse.answer(result).truncated()).isFalse();
        assertThat(DnsCourse.answer(result).failure()).isNull();
        assertThat(result.timings().tcpMicros() > 0).isEqualTo(protocol == Protocol.TCP);
        assertThat(result.timings().firstByteMicros()).isPositive();
      }
      assertThat(server.queries())
          .extracting(query -> DnsWire.typeOf(query.bytes()))
          .containsOnly(sample.type());
      assertThat(server.queries())
          .extracting(ScriptedDns.Query::overTcp)
          .containsExactly(false, true);
    }
  }

  @Test
  void aQueryIsRecursiveTellsItsSizeAndCannotBeGuessed() throws Exception {
    try (ScriptedDns server = ScriptedDns.playing(DnsCourse.answering(1, DnsCourse.ADDRESS))) {
      course.ask(server);
      course.ask(server);
      String first = HexFormat.of().formatHex(server.queries().get(0).bytes());
      assertThat(first.substring(4))
          .isEqualTo(
              "01000001000000000001"
                  + DnsWire.name("example.com")
                  + "00010001"
                  + "00002904d0000000000000");
      String second = HexFormat.of().formatHex(server.queries().get(1).bytes());
      assertThat(second.substring(0, 4)).isNotEqualTo(first.substring(0, 4));
      assertThat(server.queries()).extracting(ScriptedDns.Query::from).doesNotHaveDuplicates();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "3, RESPONSE_CODE, The response code was NXDOMAIN",
    "2, RESPONSE_CODE, The response code was SERVFAIL",
    "5, RESPONSE_CODE, The response code was REFUSED",
    "0, NO_RECORD, example.com. has no record of type A",
  })
  void anAnswerWithoutARecordIsAnAnswer(int code, Reason reason, String message) throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(query -> query.send(query.response().code(code)))) {
      ProbeResult result = course.ask(server);
      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(Objects.requireNonNull(DnsCourse.answer(result).failure()).reason())
          .isEqualTo(reason);
      assertThat(Objects.requireNonNull(DnsCourse.answer(result).failure()).message())
          .isEqualTo(message);
    }
  }

  @Test
  void whatDoesNotFitIntoADatagramIsAskedForOverTcp() throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query -> {
              DnsWire response = query.response().answer(1, DnsCourse.ADDRESS);
              query.send(
                  query.overTcp() ? response.answer(1, DnsCourse.ADDRESS) : response.truncated());
            })) {
      ProbeResult result = course.ask(server);
      assertThat(result.reason()).isEqualTo(Reason.NONE);
      DnsAnswer answer = DnsCourse.answer(result);
      assertThat(answer.protocol()).isEqualTo(Protocol.TCP);
      assertThat(answer.truncated()).isTrue();
      assertThat(answer.text().lines()).hasSize(2);
      assertThat(server.queries())
          .extracting(ScriptedDns.Query::overTcp)
          .containsExactly(false, true);
    }
  }

  @Test
  void aTruncatedAnswerIsKeptWhenTcpFails() throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query -> {
              if (!query.overTcp()) {
                query.send(query.response().answer(1, DnsCourse.ADDRESS).truncated().pretending(9));
              }
            })) {
      ProbeResult result = course.ask(server);
      assertThat(result.reason()).isEqualTo(Reason.CONNECTION_CLOSED);
      assertThat(DnsCourse.answer(result).protocol()).isEqualTo(Protocol.UDP);
      assertThat(DnsCourse.answer(result).truncated()).isTrue();
    }
  }

  @Test
  void aChainOfAliasesInACircleIsJustRecords() throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query ->
                query.send(
                    query
                        .response()
                        .answer(5, DnsWire.name("a.test"))
                        .record(0, DnsWire.name("a.test"), 5, 1, 1, DnsWire.ASKED_NAME)))) {
      DnsAnswer answer = DnsCourse.answer(course.ask(server));
      assertThat(answer.text().lines()).hasSize(2);
      assertThat(Objects.requireNonNull(answer.failure()).reason()).isEqualTo(Reason.NO_RECORD);
    }
  }

  @Test
  void threeHundredRecordsAreReadInPart() throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query -> {
              DnsWire response = query.response();
              for (int i = 0; i < 300; i++) {
                response.answer(1, "0a00%04x".formatted(i));
              }
              query.send(response);
            })) {
      for (Protocol protocol : Protocol.values()) {
        DnsAnswer answer = DnsCourse.answer(course.ask(server, RecordType.A, protocol));
        assertThat(answer.text().lines()).hasSize(DnsMessage.MOST_RECORDS);
      }
    }
  }

  @Test
  void theLargestMessageIsRead() throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query -> {
              DnsWire response = query.response();
              String text = ("ff" + "61".repeat(255)).repeat(30);
              for (int i = 0; i < 8; i++) {
                response.answer(16, text);
              }
              query.send(response);
            })) {
      DnsAnswer answer = DnsCourse.answer(course.ask(server, RecordType.TXT, Protocol.TCP));
      assertThat(answer.text()).hasSizeGreaterThan(8 * 30 * 255);
    }
  }

  @Test
  void aNameServerIsFoundByItsName() throws Exception {
    try (ScriptedDns server = ScriptedDns.playing(DnsCourse.answering(1, DnsCourse.ADDRESS))) {
      ProbeResult result =
          course
              .probes()
              .probe(
                  new ProbeRequest(
                      DnsCourse.request(
                          ProbeCourse.SITE, server.port(), RecordType.A, Protocol.UDP),
                      Probes.PATIENCE));
      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(result.timings().dnsMicros()).isPositive();
      assertThat(DnsCourse.answer(result).server()).isEqualTo("127.0.0.1:" + server.port());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, ADDRESS_FORBIDDEN",
    "127.0.0.2, ADDRESS_FORBIDDEN",
    "fd00::1, ADDRESS_FORBIDDEN",
    "absent.test, NAME_NOT_FOUND",
    "127.1, INVALID_URL",
  })
  void theGuardIsAskedForANamedServer(String server, Reason reason) throws Exception {
    ProbeResult result =
        course
            .probes()
            .probe(
                new ProbeRequest(
                    DnsCourse.request(server, 53, RecordType.A, Protocol.UDP), Probes.PATIENCE));
    assertThat(result.reason()).isEqualTo(reason);
    assertThat(result.answer()).isNull();
    assertThat(result.address()).isNull();
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void aClosedPortRefuses(Protocol protocol) throws Exception {
    ScriptedDns server = ScriptedDns.playing(query -> {});
    server.close();
    ProbeResult result = course.ask(server, RecordType.A, protocol);
    assertThat(result.reason()).isEqualTo(Reason.CONNECTION_REFUSED);
    assertThat(result.message())
        .isEqualTo("The connection to 127.0.0.1:" + server.port() + " was refused");
    assertThat(result.timings().totalMicros()).isLessThan(5_000_000);
  }
}
