package dev.belfry.engine.probe.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.monitoring.check.DnsRequest.Protocol;
import dev.belfry.monitoring.check.DnsRequest.RecordType;
import dev.belfry.monitoring.check.Reason;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers lie, send bytes that are no message, or stay silent. */
class DnsFaultsIT {
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

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void liesAreIgnoredUntilTheTruthComes(Protocol protocol) throws Exception {
    try (ScriptedDns liar = ScriptedDns.playing(query -> {});
        ScriptedDns server =
            ScriptedDns.playing(
                query -> {
                  query.send(query.response().withAnotherId().answer(1, "0a000001"));
                  query.send(DnsWire.to(DnsWire.query(0, "example.org", 1)).answer(1, "0a000002"));
                  query.send(otherQuestion(query.bytes()).answer(1, "0a000003"));
                  query.send(query.bytes());
                  query.send(new byte[] {1});
                  if (!query.overTcp()) {
                    liar.sendTo(query.from(), query.response().answer(1, "0a000004"));
                  }
                  query.send(query.response().answer(1, DnsCourse.ADDRESS));
                })) {
      assertThat(DnsCourse.answer(course.ask(server, RecordType.A, protocol)).text())
          .isEqualTo("example.com. 300 IN A 203.0.113.7");
    }
  }

  /** A response with the right ID to a question that was not asked. */
  private static DnsWire otherQuestion(byte[] query) {
    byte[] other = DnsWire.query(0, "example.org", 1);
    other[0] = query[0];
    other[1] = query[1];
    return DnsWire.to(other);
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void liesAloneAreSilence(Protocol protocol) throws Exception {
    try (ScriptedDns liar = ScriptedDns.playing(query -> {});
        ScriptedDns server =
            ScriptedDns.playing(
                query -> {
                  query.send(query.response().withAnotherId().answer(1, DnsCourse.ADDRESS));
                  query.send(otherQuestion(query.bytes()).answer(1, DnsCourse.ADDRESS));
                  if (query.overTcp()) {
                    query.hold();
                  } else {
                    liar.sendTo(query.from(), query.response().answer(1, DnsCourse.ADDRESS));
                  }
                })) {
      assertThat(course.askImpatiently(server, protocol).reason())
          .isEqualTo(Reason.FIRST_BYTE_TIMEOUT);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"c01d", "0161c01d", "c01fc01d", "80"})
  void aNameInCirclesIsMalformed(String name) throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query -> query.send(query.response().record(0, name, 1, 1, 1, DnsCourse.ADDRESS)))) {
      ProbeResult result = course.ask(server);
      assertThat(result.reason()).isEqualTo(Reason.MALFORMED_RESPONSE);
      assertThat(result.message())
          .startsWith("The answer of 127.0.0.1:" + server.port() + " is not a valid DNS message: ");
    }
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void garbageAfterTheRightIdIsMalformed(Protocol protocol) throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query -> {
              byte[] garbage = new byte[500];
              Arrays.fill(garbage, (byte) 0xee);
              System.arraycopy(query.bytes(), 0, garbage, 0, 2);
              garbage[5] = 1;
              garbage[4] = 0;
              query.send(garbage);
            })) {
      assertThat(course.ask(server, RecordType.A, protocol).reason())
          .isEqualTo(Reason.MALFORMED_RESPONSE);
    }
  }

  @Test
  void moreRecordsThanThereAreAreMalformed() throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query ->
                query.send(query.response().answer(1, DnsCourse.ADDRESS).pretending(65_535)))) {
      assertThat(course.ask(server).reason()).isEqualTo(Reason.MALFORMED_RESPONSE);
    }
  }

  @Test
  void silenceEndsWithTheTimeLimitAfterASecondQuery() throws Exception {
    try (ScriptedDns server = ScriptedDns.playing(query -> {})) {
      ProbeResult result = course.askImpatiently(server, Protocol.UDP);
      assertThat(result.reason()).isEqualTo(Reason.FIRST_BYTE_TIMEOUT);
      assertThat(result.message())
          .isEqualTo(
              "Timed out after %d ms while waiting for the first byte: 127.0.0.1:%d"
                  .formatted(DnsCourse.MILLIS, server.port()));
      assertThat(result.timings().totalMicros()).isGreaterThanOrEqualTo(DnsCourse.MILLIS * 1_000);
      assertThat(server.queries()).hasSize(2);
      assertThat(server.queries().get(1).bytes()).isEqualTo(server.queries().get(0).bytes());
    }
  }

  @Test
  void aLostDatagramIsMadeUpFor() throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query -> {
              if (query.number() == 2) {
                query.send(query.response().answer(1, DnsCourse.ADDRESS));
              }
            })) {
      ProbeResult result = course.askImpatiently(server, Protocol.UDP);
      assertThat(result.reason()).isEqualTo(Reason.NONE);
      assertThat(result.timings().totalMicros())
          .isGreaterThanOrEqualTo(DnsCourse.MILLIS * 1_000 / 3);
    }
  }

  @Test
  void anAnswerAfterTheTimeLimitHarmsNobody() throws Exception {
    try (ScriptedDns server =
        ScriptedDns.playing(
            query -> {
              if (query.number() == 3) {
                query.send(query.response().answer(1, DnsCourse.ADDRESS));
              }
            })) {
      ProbeResult late = course.askImpatiently(server, Protocol.UDP);
      assertThat(late.reason()).isEqualTo(Reason.FIRST_BYTE_TIMEOUT);
      ScriptedDns.Query first = server.queries().get(0);
      first.send(first.response().answer(1, "0a000001"));
      assertThat(DnsCourse.answer(course.ask(server)).text()).endsWith("203.0.113.7");
    }
  }
}
