package dev.belfry.projects.importer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import org.junit.jupiter.api.Test;

/** Monitors of a backup that ping a host. */
class KumaPingsTest {
  private static ImportResult moved(String members) {
    return UptimeKuma.read(
        JsonText.parse(
            "{\"monitorList\":[{\"name\":\"m\",\"type\":\"ping\","
                + members.replace('\'', '"')
                + "}]}"));
  }

  @Test
  void aPingIsAnIcmpMonitor() {
    assertThat(JsonText.parse(moved("'hostname':'router'").file().at("/monitors/0").toString()))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"m","name":"m","checkType":"ICMP",
                 "request":{"hostname":"router","pingCount":1},"degradedPacketLossThreshold":100,
                 "maxPacketLossThreshold":100,"frequency":"EVERY_1M","retryStrategy":"none"}"""));
  }

  @Test
  void moreThanARunSendsIsNoted() {
    ImportResult several =
        moved("'hostname':'e.org','ping_count':99,'packetSize':56,'upsideDown':true");
    assertThat(several.file().at("/monitors/0/request/pingCount").asInt()).isEqualTo(50);
    assertThat(several.file().at("/monitors/0/shouldFail").asBoolean()).isTrue();
    assertThat(several.notes())
        .extracting(ImportNote::toString)
        .containsExactly("monitorList[0] \"m\": ping_count (99): is 50 here");
  }

  @Test
  void aMonitorWithoutAHostIsLeftOut() {
    assertThat(moved("'hostname':'two words'").notes())
        .extracting(ImportNote::toString)
        .anyMatch(note -> note.contains("it needs a host name"));
  }
}
