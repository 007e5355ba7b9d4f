package dev.belfry.projects.importer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Endpoints of Gatus that look at a certificate. */
class GatusTlsTest {
  private static List<String> notes(ImportResult moved) {
    return moved.notes().stream().map(ImportNote::toString).toList();
  }

  @Test
  void aTlsAddressIsAnSslMonitor() {
    ImportResult result =
        Gatus.read(
            GatusTest.yaml(
                """
                endpoints:
                  - name: m
                    url: "tls://shop.example.com:8443"
                    client: {insecure: true, network: ip6, timeout: 20s}
                    conditions:
                      - "[CONNECTED] == true"
                      - "[CERTIFICATE_EXPIRATION] > 48h"
                      - "[CERTIFICATE_EXPIRATION] > 36h"
                """));
    assertThat(JsonText.parse(result.file().at("/monitors/0").toString()))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"m","name":"m","checkType":"SSL","request":{"sslConfig":{
                  "hostname":"shop.example.com","port":8443,"alertDaysBeforeExpiry":1,
                  "securityBaseline":{"enabled":false},"skipChainValidation":true,
                  "ipFamily":"IPv6"},"assertions":[
                   {"source":"CERTIFICATE","property":"daysUntilExpiry",
                    "comparison":"GREATER_THAN","target":"1"},
                   {"source":"CERTIFICATE","property":"daysUntilExpiry",
                    "comparison":"GREATER_THAN","target":"1"}]},
                 "frequency":"EVERY_1M","degradedResponseTime":null,"maxResponseTime":20000}"""));
    assertThat(notes(result))
        .containsExactly(
            "endpoints[0] \"m\": conditions ([CERTIFICATE_EXPIRATION] > 36h): whole days are"
                + " compared: at least 2");
  }

  @Test
  void aMailServersCommandsAreNotSpoken() {
    ImportResult result =
        Gatus.read(
            GatusTest.yaml("endpoints: [{name: m, url: \"starttls://mail.example.com:587\"}]"));
    assertThat(result.file().path("monitors")).isEmpty();
    assertThat(notes(result))
        .anyMatch(
            note ->
                note.endsWith(
                    "the endpoint is left out: monitors begin with TLS, and not with the commands"
                        + " of a mail server"));
  }
}
