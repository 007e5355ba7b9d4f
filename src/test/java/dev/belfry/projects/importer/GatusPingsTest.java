package dev.belfry.projects.importer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import org.junit.jupiter.api.Test;

/** Endpoints of Gatus that are pinged. */
class GatusPingsTest {
  private static ImportResult of(String url) {
    return Gatus.read(
        GatusTest.yaml(
            """
            endpoints:
              - name: m
                url: "%s"
                client: {network: ip6, timeout: 3s}
                conditions: ["[CONNECTED] == true", "[RESPONSE_TIME] < 50"]
            """
                .formatted(url)));
  }

  @Test
  void anAddressToPingIsAnIcmpMonitor() {
    ImportResult result = of("icmp://router.example.com");
    assertThat(JsonText.parse(result.file().at("/monitors/0").toString()))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"m","name":"m","checkType":"ICMP","request":{
                  "hostname":"router.example.com","pingCount":1,"ipFamily":"IPv6","assertions":[
                   {"source":"LATENCY","property":"avg","comparison":"LESS_THAN","target":"50"}]},
                 "frequency":"EVERY_1M"}"""));
    assertThat(result.notes())
        .extracting(ImportNote::toString)
        .containsExactly("endpoints[0] \"m\" client: timeout (3s): a ping is waited for 2 seconds");
  }

  @Test
  void anAddressWithoutAHostIsLeftOut() {
    assertThat(of("icmp://two words").file().path("monitors")).isEmpty();
    assertThat(of("icmp://").notes()).isNotEmpty();
  }
}
