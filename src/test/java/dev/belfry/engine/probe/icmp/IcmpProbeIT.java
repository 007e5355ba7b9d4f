package dev.belfry.engine.probe.icmp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.Failure;
import dev.belfry.engine.probe.ProbeCourse;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.probe.ProbeResult;
import dev.belfry.monitoring.assertion.AssertionFault;
import dev.belfry.monitoring.check.AssertionSource;
import dev.belfry.monitoring.check.IcmpRequest;
import dev.belfry.monitoring.check.IpFamily;
import dev.belfry.monitoring.check.Reason;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can become of the pings of a probe. */
class IcmpProbeIT {
  /** What a busy machine may add between a ping and its reply, milliseconds. */
  private static final Offset<Double> NEAR = Offset.offset(5.0);

  private static final Duration PATIENT = Duration.ofSeconds(20);

  @SuppressWarnings("NullAway.Init")
  private ProbeCourse course;

  @BeforeEach
  void open() throws Exception {
    course = new ProbeCourse();
  }

  @AfterEach
  void close() {
    course.close();
  }

  private ProbeResult probe(String host, int pings) throws Exception {
    return course.probe(
        new ProbeRequest(IcmpRequest.of(host, null, pings, null, null, null), PATIENT));
  }

  private static JsonNode facts(ProbeResult result) {
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    answer(result).describe(detail);
    return detail.path("icmp");
  }

  private static IcmpAnswer answer(ProbeResult result) {
    return (IcmpAnswer) Objects.requireNonNull(result.answer());
  }

  @Test
  void countsRepliesAndTheirLatency() throws Exception {
    course.echoes().script(echo -> echo.answerAfter(Duration.ofMillis(10L * echo.sequence() + 10)));
    ProbeResult result = probe(ProbeCourse.SITE, 3);

    assertThat(result.reason()).as(result.message()).isEqualTo(Reason.NONE);
    assertThat(result.address()).isEqualTo("127.0.0.1");
    assertThat(result.timings().totalMicros()).isBetween(20_000L, 25_000L);
    JsonNode facts = facts(result);
    assertThat(facts.path("hostname").asText()).isEqualTo(ProbeCourse.SITE);
    assertThat(facts.path("resolvedIp").asText()).isEqualTo("127.0.0.1");
    assertThat(facts.path("packetsSent").asInt()).isEqualTo(3);
    assertThat(facts.path("packetsReceived").asInt()).isEqualTo(3);
    assertThat(facts.path("packetLoss").asDouble()).isZero();
    assertThat(facts.path("packetSize").asInt()).isEqualTo(64);
    assertThat(facts.at("/latency/avg").asDouble()).isCloseTo(20, NEAR);
    assertThat(facts.at("/latency/min").asDouble()).isCloseTo(10, NEAR);
    assertThat(facts.at("/latency/max").asDouble()).isCloseTo(30, NEAR);
    assertThat(facts.at("/latency/stdDev").asDouble()).isCloseTo(8.165, NEAR);
    JsonNode last = facts.at("/pingResults/2");
    assertThat(last.path("sequence").asInt()).isEqualTo(2);
    assertThat(last.path("success").asBoolean()).isTrue();
    assertThat(last.path("rtt").asDouble()).isCloseTo(30, NEAR);
    assertThat(last.path("ttl").asInt()).isEqualTo(57);
    assertThat(answer(result).failure()).isNull();
    assertThat(answer(result).warning()).isNull();
  }

  @Test
  void assertionsFindLatenciesAndJson() throws Exception {
    IcmpAnswer answer = answer(probe("127.0.0.1", 2));

    assertThat(answer.actual(AssertionSource.LATENCY, "avg").asDouble()).isCloseTo(12.5, NEAR);
    assertThat(answer.actual(AssertionSource.LATENCY, "stdDev").asDouble()).isCloseTo(0, NEAR);
    assertThat(actual(answer, AssertionSource.LATENCY, "p95")).isEmpty();
    assertThat(actual(answer, AssertionSource.JSON_RESPONSE, "$.packetsReceived")).isEqualTo("2");
    assertThat(actual(answer, AssertionSource.JSON_RESPONSE, "$.pingResults[*].ttl"))
        .isEqualTo("[57,57]");
    assertThat(actual(answer, AssertionSource.JSON_RESPONSE, "")).contains("\"pingCount\":2");
    assertThat(actual(answer, AssertionSource.STATUS_CODE, "")).isEmpty();
  }

  private static String actual(IcmpAnswer answer, AssertionSource source, String property)
      throws AssertionFault {
    return answer.actual(source, property).toString();
  }

  @Test
  void aThirdOfThePingsIsLost() throws Exception {
    course
        .echoes()
        .script(
            echo -> {
              if (echo.sequence() % 3 != 2) {
                echo.answer();
              }
            });
    ProbeResult result = probe("127.0.0.1", 9);

    assertThat(result.reason()).isEqualTo(Reason.NONE);
    assertThat(facts(result).path("packetLoss").asDouble()).isEqualTo(33.33);
    assertThat(facts(result).at("/pingResults/2").toString())
        .isEqualTo("{\"sequence\":2,\"success\":false,\"rtt\":null,\"ttl\":null}");
    Failure failure = Objects.requireNonNull(answer(result).failure());
    assertThat(failure.reason()).isEqualTo(Reason.PACKET_LOSS);
    assertThat(failure.message())
        .isEqualTo("3 of 9 pings to 127.0.0.1 were lost, 33.33 %; the maximum packet loss is 20 %");
    assertThat(answer(result).failsWhateverIsAsserted()).isTrue();
  }

  @Test
  void thresholdsAreReachedExactly() throws Exception {
    course
        .echoes()
        .script(
            echo -> {
              if (echo.sequence() > 0) {
                echo.answer();
              }
            });
    ProbeResult tenth = probe("127.0.0.1", 10);
    assertThat(answer(tenth).failure()).isNull();
    assertThat(Objects.requireNonNull(answer(tenth).warning()).reason())
        .isEqualTo(Reason.SOME_PACKET_LOSS);
    ProbeResult fifth = probe("127.0.0.1", 5);
    assertThat(Objects.requireNonNull(answer(fifth).failure()).reason())
        .isEqualTo(Reason.PACKET_LOSS);
  }

  @Test
  void silenceFailsTheProbe() throws Exception {
    course.echoes().script(echo -> {});
    ProbeResult result = probe(ProbeCourse.SITE, 2);

    assertThat(result.reason()).isEqualTo(Reason.NO_REPLY);
    assertThat(result.message()).isEqualTo("None of 2 pings to site.test (127.0.0.1) was answered");
    assertThat(facts(result).at("/latency/avg").isNull()).isTrue();
    assertThat(result.timings().totalMicros()).isGreaterThanOrEqualTo(400_000);
  }

  @Test
  void foreignForgedAndRepeatedRepliesDoNotCount() throws Exception {
    InetAddress other = InetAddress.getByName("127.0.0.2");
    course
        .echoes()
        .script(
            echo -> {
              echo.answerFrom(other);
              echo.answerWith(echo.token() + 1, echo.sequence());
              echo.answerWith(echo.token(), 17);
              echo.answerWith(echo.token(), 65_535);
              if (echo.sequence() == 0) {
                echo.answer();
                echo.answerAfter(Duration.ofMillis(300));
              }
            });
    ProbeResult result = probe("127.0.0.1", 3);

    assertThat(facts(result).path("packetsReceived").asInt()).isEqualTo(1);
    assertThat(facts(result).at("/latency/max").asDouble()).isCloseTo(12.5, NEAR);
  }

  @Test
  void theGuardHoldsForTheAddressFound() throws Exception {
    course.dns().answer("inside.test", "10.0.0.1");
    assertThat(probe("inside.test", 1).reason()).isEqualTo(Reason.ADDRESS_FORBIDDEN);
    assertThat(probe("192.168.0.1", 1).reason()).isEqualTo(Reason.ADDRESS_FORBIDDEN);
    assertThat(course.echoes().sent()).isEmpty();
  }

  @Test
  void pingsTheFamilyAskedFor() throws Exception {
    ProbeResult result =
        course.probe(
            new ProbeRequest(IcmpRequest.of("::1", IpFamily.IPV6, 1, null, null, null), PATIENT));

    assertThat(result.reason()).isEqualTo(Reason.NONE);
    assertThat(facts(result).path("resolvedIp").asText()).isEqualTo("::1");
    assertThat(facts(result).path("ipFamily").asText()).isEqualTo("IPv6");
  }

  @Test
  void anUnreachableNetworkIsToldFromSilence() throws Exception {
    course
        .echoes()
        .script(
            echo -> {
              throw new SocketException("Network is unreachable");
            });
    assertThat(probe("127.0.0.1", 2).reason()).isEqualTo(Reason.NETWORK_UNREACHABLE);
  }

  @Test
  void aBusySystemDelaysPingsAndLosesNone() throws Exception {
    int[] refused = {0};
    course.echoes().hold(echo -> echo.sequence() == 1 && refused[0]++ < 3);
    ProbeResult result = probe("127.0.0.1", 3);

    assertThat(result.reason()).isEqualTo(Reason.NONE);
    assertThat(facts(result).path("packetsReceived").asInt()).isEqualTo(3);
    assertThat(refused[0]).isEqualTo(4);
  }

  @Test
  void pingsThatFindNoPlaceInTimeAreNoFaultOfTheTarget() throws Exception {
    course.echoes().hold(echo -> true);
    ProbeResult result =
        course.probe(
            new ProbeRequest(
                IcmpRequest.of("127.0.0.1", null, 2, null, null, null), Duration.ofMillis(300)));

    assertThat(result.reason()).isEqualTo(Reason.OVERLOADED);
    assertThat(result.answer()).isNull();
  }
}
