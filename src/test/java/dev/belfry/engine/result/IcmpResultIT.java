package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import org.junit.jupiter.api.Test;

/** Results of an ICMP monitor, and {@code GET /v1/analytics/icmp/{id}}. */
class IcmpResultIT {
  private static final String FIGURES =
      "{\"icmp\":{\"resolvedIp\":\"203.0.113.7\",\"dnsResolutionTime\":1.2,\"packetsSent\":10,"
          + "\"packetsReceived\":%d,\"packetLoss\":%d,\"packetSize\":64,"
          + "\"latency\":{\"avg\":12.5,\"min\":12.5,\"max\":12.5,\"stdDev\":0}%s}}";
  private static final String PINGS =
      ",\"pingResults\":[{\"sequence\":0,\"success\":true,\"rtt\":12.5,\"ttl\":57}]";

  private final ResultFixture fixture = new ResultFixture();
  private final long now = fixture.now();
  private final String check =
      fixture
          .client
          .post(
              "/v1/checks/icmp",
              "{\"name\":\"Router\",\"activated\":false,\"request\":{\"hostname\":\"e.org\"}}")
          .hasStatus(201)
          .id();
  private final int series = fixture.rows.series(check, "eu-west-1");

  @Test
  void showsThePingsOfAFailure() {
    Run run = Run.failed(series, now).with(Verdict.FAILED, Reason.PACKET_LOSS, 0);
    fixture.rows.add(run).detail(run, FIGURES.formatted(5, 50, PINGS));
    ApiReply reply = read();
    assertThat(reply.at("/sslCheckResult").isNull()).isTrue();
    assertThat(reply.at("/icmpCheckResult/request").toString())
        .isEqualTo("{\"hostname\":\"e.org\",\"ipFamily\":\"IPv4\",\"pingCount\":10}");
    assertThat(reply.at("/icmpCheckResult/response/packetLoss").asInt()).isEqualTo(50);
    assertThat(reply.at("/icmpCheckResult/response/pingResults/0/ttl").asInt()).isEqualTo(57);
    assertThat(reply.at("/icmpCheckResult/requestError").isNull()).isTrue();
    assertThat(reply.at("/message").asText()).isEqualTo("Too many pings were lost");
  }

  @Test
  void aPassShowsItsFigures() {
    Run run = new Run(series, now, 0, Verdict.PASSED, Reason.NONE, 0, 12_500);
    fixture.rows.add(run).detail(run, FIGURES.formatted(10, 0, ""));
    ApiReply reply = read();
    assertThat(reply.at("/responseTime").asInt()).isEqualTo(13);
    assertThat(reply.at("/icmpCheckResult/response/latency/avg").asDouble()).isEqualTo(12.5);
    assertThat(reply.at("/icmpCheckResult/response/pingCount").asInt()).isEqualTo(10);
    assertThat(reply.at("/icmpCheckResult/response/pingResults")).isEmpty();
  }

  @Test
  void figuresHaveTheNamesThatClientsKnow() {
    long summed = fixture.rows.summedUntil();
    Run whole = new Run(series, summed, 0, Verdict.PASSED, Reason.NONE, 0, 30_000);
    Run half = new Run(series, summed + 1, 0, Verdict.FAILED, Reason.PACKET_LOSS, 0, 10_000);
    fixture.rows.add(whole).detail(whole, FIGURES.formatted(10, 0, ""));
    fixture.rows.add(half).detail(half, FIGURES.formatted(5, 50, PINGS));
    ApiReply reply =
        fixture
            .client
            .get(
                "/v1/analytics/icmp/"
                    + check
                    + "?groupBy=runLocation&metrics=availability,packetLoss_avg,latencyAvg_avg,"
                    + "latencyAvg_p50,latencyAvg_p95,latencyAvg_p99")
            .hasStatus(200)
            .matchesContract("analyzeIcmpMonitor");
    assertThat(reply.at("/aggregate/availability").asDouble()).isEqualTo(50.0);
    assertThat(reply.at("/aggregate/latencyAvg_avg").asDouble()).isEqualTo(20.0);
    assertThat(reply.at("/aggregate/packetLoss_avg").asDouble()).isEqualTo(25.0);
    assertThat(reply.at("/series/0/aggregate/packetLoss_avg").asDouble()).isEqualTo(25.0);
    assertThat(reply.at("/metadata/packetLoss_avg/unit").asText()).isEqualTo("percentage");
    ApiReply list =
        fixture
            .client
            .post("/v1/analytics/checks", "{\"checkIds\":[\"" + check + "\"]}")
            .hasStatus(200)
            .matchesContract("analyzeChecks");
    assertThat(list.at("/0/packetLoss_avg").asDouble()).isEqualTo(25.0);
    assertThat(list.at("/0/latency_avg").asDouble()).isEqualTo(20.0);
    fixture.client.get("/v1/analytics/ssl/" + check).isNotFound();
  }

  private ApiReply read() {
    return fixture
        .client
        .get("/v1/check-results/" + check + "/" + new ResultId(now, series, 0).toGuid())
        .hasStatus(200)
        .matchesContract("readCheckResult");
  }
}
