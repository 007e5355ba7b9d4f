package dev.belfry.projects.importer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.http.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Monitors of Uptime Kuma that ask no web address. */
class KumaTypesTest {
  private static ImportResult moved(String monitor) {
    return UptimeKuma.read(
        JsonText.parse("{\"monitorList\":[{\"name\":\"m\"," + monitor.replace('\'', '"') + "}]}"));
  }

  private static List<String> notes(ImportResult moved) {
    return moved.notes().stream().map(ImportNote::toString).toList();
  }

  @Test
  void aNameIsADnsMonitor() {
    ImportResult result =
        moved(
            "'type':'dns','url':'https://','hostname':'_dmarc.example.org','port':5353,"
                + "'dns_resolve_server':'1.1.1.1, 8.8.8.8','dns_resolve_type':'TXT',"
                + "'interval':20,'upsideDown':true,'timeout':48");
    assertThat(JsonText.parse(result.file().at("/monitors/0").toString()))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"m","name":"m","checkType":"DNS","request":{"query":"_dmarc.example.org",
                  "recordType":"TXT","nameServer":"1.1.1.1","port":5353},
                 "degradedResponseTime":null,"maxResponseTime":5000,"shouldFail":true,
                 "frequency":"EVERY_1M","retryStrategy":"none"}"""));
    assertThat(notes(result))
        .containsExactlyInAnyOrder(
            "monitorList[0] \"m\": dns_resolve_server (1.1.1.1, 8.8.8.8): only the first server is"
                + " asked",
            "monitorList[0] \"m\": upsideDown (true): a name server that does not answer is a"
                + " failure all the same",
            "monitorList[0] \"m\": interval (20): is EVERY_1M here");
    ImportResult reverse = moved("'type':'dns','hostname':'e.org','dns_resolve_type':'PTR'");
    assertThat(reverse.file().path("monitors")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'type':'port','hostname':'db','port':0",
        "'type':'port','hostname':'db'",
        "'type':'port','hostname':'http://db','port':80",
        "'type':'port','hostname':'db','port':70000",
        "'type':'port','port':80"
      })
  void aPortThatCannotBeDialledIsLeftOut(String monitor) {
    ImportResult result = moved(monitor);
    assertThat(result.file().path("monitors")).isEmpty();
    assertThat(notes(result)).singleElement().asString().contains("needs a host name and a port");
  }
}
