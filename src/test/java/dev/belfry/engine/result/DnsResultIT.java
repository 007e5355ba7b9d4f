package dev.belfry.engine.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.ResultId;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.ResultRows.Run;
import org.junit.jupiter.api.Test;

/** Results of a DNS monitor: what it asked and what came back. */
class DnsResultIT {
  private final ResultFixture fixture = new ResultFixture();
  private final long now = fixture.now();
  private final String check =
      fixture
          .client
          .post(
              "/v1/checks/dns",
              """
              {"name":"Mail","activated":false,"request":
               {"query":"e.org","recordType":"MX","nameServer":"ns1.e.org"}}""")
          .hasStatus(201)
          .id();
  private final int series = fixture.rows.series(check, "eu-west-1");

  @Test
  void showsTheQueryAndTheAnswer() {
    Run run = Run.failed(series, now).with(Verdict.FAILED, Reason.RESPONSE_CODE, 0);
    fixture
        .rows
        .add(run)
        .detail(
            run,
            """
            {"message":"The response code was SERVFAIL","target":"e.org MX",
             "address":"203.0.113.53:53","responseCode":"SERVFAIL","records":["e.org. 1 IN MX 1 a."],
             "server":"203.0.113.53:53","protocol":"TCP","truncated":true}""");
    ApiReply reply = read();
    assertThat(reply.at("/apiCheckResult").isNull()).isTrue();
    assertThat(reply.at("/tcpCheckResult").isNull()).isTrue();
    assertThat(reply.at("/dnsCheckResult/request").toString())
        .isEqualTo(
            "{\"query\":\"e.org\",\"recordType\":\"MX\",\"nameServer\":\"ns1.e.org\",\"port\":null,"
                + "\"protocol\":\"UDP\"}");
    assertThat(reply.at("/dnsCheckResult/response").toString())
        .isEqualTo(
            "{\"responseCode\":\"SERVFAIL\",\"server\":\"203.0.113.53:53\",\"protocol\":\"TCP\","
                + "\"truncated\":true,\"answers\":[\"e.org. 1 IN MX 1 a.\"]}");
    assertThat(reply.at("/dnsCheckResult/requestError").isNull()).isTrue();
    assertThat(reply.at("/dnsCheckResult/timingPhases/total").asDouble()).isEqualTo(20.0);
  }

  @Test
  void showsWhyNothingCameBack() {
    fixture.rows.add(Run.failed(series, now).with(Verdict.FAILED, Reason.FIRST_BYTE_TIMEOUT, 0));
    ApiReply reply = read();
    assertThat(reply.at("/dnsCheckResult/response").isNull()).isTrue();
    assertThat(reply.at("/dnsCheckResult/requestError").asText())
        .isEqualTo("Timed out while waiting for the first byte");
    assertThat(reply.at("/overMaxResponseTime").asBoolean()).isTrue();
  }

  @Test
  void responseTimesCountWithoutAStatusCode() {
    long summed = fixture.rows.summedUntil();
    fixture.rows.add(new Run(series, summed + 2, 0, Verdict.PASSED, Reason.NONE, 0, 30_000));
    fixture.rows.add(new Run(series, summed + 1, 0, Verdict.FAILED, Reason.NO_RECORD, 0, 50_000));
    fixture.rows.add(
        new Run(series, summed, 0, Verdict.FAILED, Reason.FIRST_BYTE_TIMEOUT, 0, 999_000));
    ApiReply reply =
        fixture
            .client
            .get("/v1/analytics/dns/" + check + "?metrics=responseTime_avg,responseTime_max,runs")
            .hasStatus(200)
            .matchesContract("analyzeDnsMonitor");
    assertThat(reply.at("/aggregate").toString())
        .isEqualTo("{\"responseTime_avg\":40.0,\"responseTime_max\":50.0,\"runs\":3}");
    ApiReply status = fixture.client.get("/v1/check-statuses/" + check).hasStatus(200);
    assertThat(status.at("/longestRun").asInt()).isEqualTo(30);
  }

  private ApiReply read() {
    return fixture
        .client
        .get("/v1/check-results/" + check + "/" + new ResultId(now, series, 0).toGuid())
        .hasStatus(200)
        .matchesContract("readCheckResult");
  }
}
