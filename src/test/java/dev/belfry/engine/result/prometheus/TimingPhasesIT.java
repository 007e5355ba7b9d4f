package dev.belfry.engine.result.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp.Tenant;
import dev.belfry.engine.result.ResultFixture;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.Reason;
import dev.belfry.monitoring.check.Verdict;
import dev.belfry.testing.CheckSamples;
import dev.belfry.testing.ResultRows.Run;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Phases of response times, and packet loss, in the metrics of an account. */
class TimingPhasesIT {
  private static final String LOSS = "checkly_icmp_monitor_packet_loss_ratio";
  private static final long HOUR = 3_600_000;

  private final ResultFixture fixture = new ResultFixture();
  private final long now = fixture.now();

  /** Phases of a stored run take 1, 2, 3, 4 and 0.5 ms. */
  @Test
  void ofUrlMonitorsAndApiChecksHaveTheNamesOfTheirResults() {
    fixture.rows.add(Run.passed(fixture.west, now - 2_000, 40_000));
    fixture.rows.add(Run.passed(fixture.east, now - 1_000, 60_000));
    fixture.rows.add(
        Run.passed(fixture.east, now - 500, 9).with(Verdict.FAILED, Reason.CONNECT_TIMEOUT, 0));
    PrometheusSamples all = samples("");
    String metric = "checkly_url_monitor_timing_seconds";
    assertThat(all.byType(metric + "_sum", fixture.check))
        .isEqualTo(
            Map.of(
                "total",
                0.1,
                "dns",
                0.002,
                "tcp",
                0.004,
                "tls",
                0.006,
                "first_byte",
                0.008,
                "download",
                0.001));
    assertThat(all.byType(metric + "_count", fixture.check).values()).containsOnly(2.0);
    assertThat(all.buckets(metric))
        .isEqualTo(
            Map.of(
                "total", 13L, "dns", 1L, "tcp", 1L, "tls", 1L, "first_byte", 1L, "download", 1L));
    assertThat(samples("?locationLabelEnabled=true").of(metric + "_sum"))
        .hasSize(12)
        .anyMatch(line -> line.endsWith("location=\"us-east-1\",type=\"tls\"} 0.003"));
    String api = check(CheckType.API);
    fixture.rows.add(Run.passed(fixture.rows.series(api, "eu-west-1"), now - 1_000, 5_000));
    assertThat(samples("").byType("checkly_api_check_timing_seconds_sum", api))
        .containsEntry("first_byte", 0.004)
        .hasSize(6);
  }

  @Test
  void ofTcpMonitorsAreConnectionAndDataUnderBothNames() {
    String check = check(CheckType.TCP);
    fixture.rows.add(
        Run.passed(fixture.rows.series(check, "eu-west-1"), now - 1_000, 7_000)
            .with(Verdict.PASSED, Reason.NONE, 0));
    PrometheusSamples all = samples("");
    for (String noun : new String[] {"monitor", "check"}) {
      assertThat(all.byType("checkly_tcp_" + noun + "_timing_seconds_sum", check))
          .isEqualTo(Map.of("total", 0.007, "dns", 0.001, "connection", 0.002, "data", 0.0045));
    }
  }

  @Test
  void ofDnsMonitorsAreNone() {
    String check = check(CheckType.DNS);
    fixture.rows.add(
        Run.passed(fixture.rows.series(check, "eu-west-1"), now - 1_000, 7_000)
            .with(Verdict.PASSED, Reason.NONE, 0));
    assertThat(samples("").byType("checkly_dns_monitor_timing_seconds_count", check))
        .isEqualTo(Map.of("total", 1.0));
  }

  @Test
  void ofIcmpMonitorsAreLatencies() {
    String check = check(CheckType.ICMP);
    int west = fixture.rows.series(check, "eu-west-1");
    ping(west, now - 3_000, Reason.NONE, 10, "{\"avg\":12.5,\"min\":10.123,\"max\":15}");
    ping(west, now - 2_000, Reason.PACKET_LOSS, 5, "{\"avg\":12.5,\"min\":11,\"max\":200.5}");
    ping(west, now - 1_000, Reason.NO_REPLY, 0, "{\"avg\":null,\"min\":null,\"max\":null}");
    PrometheusSamples all = samples("");
    String metric = "checkly_icmp_monitor_timing_seconds";
    assertThat(all.byType(metric + "_sum", check))
        .isEqualTo(
            Map.of(
                "total",
                0.025,
                "latency_avg",
                0.025,
                "latency_min",
                0.021123,
                "latency_max",
                0.2155,
                "dns",
                0.002));
    assertThat(all.byType(metric + "_count", check).values()).containsOnly(2.0);
    assertThat(all.buckets(metric)).containsEntry("latency_avg", 13L).containsEntry("dns", 1L);
  }

  /** Pings of runs that our side spoilt, and of more than an hour ago, are no loss. */
  @Test
  void packetLossIsThatOfTheLastHour() {
    String check = check(CheckType.ICMP);
    int west = fixture.rows.series(check, "eu-west-1");
    int east = fixture.rows.series(check, "us-east-1");
    String latency = "{\"avg\":12.5,\"min\":10,\"max\":15}";
    ping(west, now - HOUR - 60_000, Reason.PACKET_LOSS, 1, latency);
    assertThat(samples("").of(LOSS)).isEmpty();
    ping(west, now - HOUR + 60_000, Reason.NONE, 10, latency);
    ping(east, now - 3_000, Reason.PACKET_LOSS, 8, latency);
    ping(east, now - 2_000, Reason.NO_REPLY, 0, "{}");
    ping(east, now - 1_000, Reason.OBSERVER_WITHOUT_NETWORK, 0, "{}");
    assertThat(samples("").of(LOSS)).singleElement().asString().endsWith("} 0.4");
    assertThat(samples("?locationLabelEnabled=true").of(LOSS))
        .hasSize(2)
        .anyMatch(line -> line.endsWith("location=\"eu-west-1\"} 0"))
        .anyMatch(line -> line.endsWith("location=\"us-east-1\"} 0.6"));
    Tenant other = fixture.app.newTenant();
    assertThat(
            fixture
                .app
                .as(other)
                .get("/accounts/" + other.account() + "/v2/prometheus/metrics")
                .hasStatus(200)
                .text())
        .doesNotContain(check)
        .doesNotContain(LOSS + "{");
  }

  private String check(CheckType type) {
    return fixture
        .client
        .post(
            CheckSamples.path(type),
            "{\"name\":\"%s\",\"activated\":false,\"request\":%s}"
                .formatted(type, CheckSamples.request(type)))
        .hasStatus(201)
        .id();
  }

  private void ping(int series, long at, Reason reason, int replied, String latency) {
    Verdict verdict =
        switch (reason) {
          case NONE -> Verdict.PASSED;
          case OBSERVER_WITHOUT_NETWORK -> Verdict.OBSERVER_FAULT;
          default -> Verdict.FAILED;
        };
    Run run = Run.passed(series, at, 12_500).with(verdict, reason, 0);
    fixture
        .rows
        .add(run)
        .detail(
            run,
            "{\"icmp\":{\"packetsSent\":10,\"packetsReceived\":%d,\"latency\":%s}}"
                .formatted(replied, latency));
  }

  private PrometheusSamples samples(String query) {
    return PrometheusSamples.of(
        fixture
            .client
            .get("/accounts/" + fixture.acme.account() + "/v2/prometheus/metrics" + query)
            .hasStatus(200));
  }
}
