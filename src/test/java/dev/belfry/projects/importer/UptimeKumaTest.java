package dev.belfry.projects.importer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.platform.error.Violation;
import dev.belfry.testing.CheckSamples;
import dev.belfry.testing.ContractBodies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UptimeKumaTest {
  private static final String BACKUP =
      """
      {"version":"1.23.11",
       "notificationList":[
        {"id":1,"name":"Ops","active":true,"isDefault":true,"userId":1,"config":"{\\"name\\":\\"Ops\\",\\"type\\":\\"slack\\",\\"slackwebhookURL\\":\\"https://hooks.example.com/S3CRET\\",\\"slackchannel\\":\\"#ops\\",\\"slackusername\\":\\"kuma\\",\\"isDefault\\":true,\\"applyExisting\\":false}"},
        {"id":2,"name":"Mail","active":false,"isDefault":false,"userId":1,"config":"{\\"type\\":\\"smtp\\",\\"smtpTo\\":\\"a@example.org, b@example.org\\",\\"smtpHost\\":\\"mail.example.org\\",\\"smtpPassword\\":\\"S3CRET\\"}"},
        {"id":3,"name":"Chat","active":true,"isDefault":false,"userId":1,"config":"{\\"type\\":\\"telegram\\",\\"telegramBotToken\\":\\"S3CRET\\"}"},
        {"id":4,"name":"Hook","active":true,"isDefault":false,"userId":1,"config":"{\\"type\\":\\"webhook\\",\\"webhookURL\\":\\"https://hook.example.org\\",\\"webhookContentType\\":\\"json\\",\\"webhookAdditionalHeaders\\":\\"{\\\\\\"X-Key\\\\\\":\\\\\\"S3CRET\\\\\\"}\\"}"}],
       "monitorList":[
        {"id":7,"name":"Shop","type":"group","parent":null,"active":true,"interval":60,"notificationIDList":{}},
        {"id":8,"name":"Home page","type":"http","parent":7,"url":"https://example.org/?a=${X}","method":"GET",
         "interval":90,"retryInterval":20,"maxretries":2,"resendInterval":10,"timeout":48,"active":1,
         "accepted_statuscodes":["200-299"],"maxredirects":10,"ignoreTls":true,"upsideDown":false,
         "hostname":null,"port":53,"dns_resolve_server":"1.1.1.1","description":"The shop",
         "headers":"{\\"Authorization\\":\\"S3CRET\\"}","basic_auth_user":null,"basic_auth_pass":"S3CRET",
         "expiryNotification":true,"proxyId":null,"keyword":null,"weight":2000,
         "tags":[{"id":1,"tag_id":2,"monitor_id":8,"name":"team","value":"web","color":"#fff"}],
         "notificationIDList":{"1":true,"2":true,"9":true,"4":false},"somethingNew":"x"},
        {"id":9,"name":"Word","type":"keyword","url":"http://example.org","keyword":"fine","interval":60,
         "upsideDown":true,"accepted_statuscodes":["200","204"],"maxredirects":0},
        {"id":10,"name":"Database","type":"port","hostname":"db","port":5432,"mqttPassword":"S3CRET",
         "url":"https://","method":"GET","timeout":48,"accepted_statuscodes":["200-299"],
         "maxredirects":10,"expiryNotification":false,"headers":null,"interval":20,"upsideDown":true},
        {"id":11,"name":"Router","type":"ping","hostname":"router"}],
       "proxyList":[]}""";

  private static ImportResult moved(String monitor) {
    return UptimeKuma.read(
        JsonText.parse(
            "{\"monitorList\":[{\"name\":\"m\",\"type\":\"http\",\"url\":\"https://e.org\","
                + monitor.replace('\'', '"')
                + "}]}"));
  }

  private static List<String> notes(ImportResult moved) {
    return moved.notes().stream().map(ImportNote::toString).toList();
  }

  private final ImportResult moved = UptimeKuma.read(JsonText.parse(BACKUP));

  @Test
  void groupsHaveTheirMonitors() {
    JsonNode group = moved.file().at("/groups/0");

    assertThat(group.path("id").asText()).isEqualTo("shop");
    assertThat(group.path("name").asText()).isEqualTo("Shop");
    assertThat(group.path("monitors")).hasSize(1);
    assertThat(moved.file().path("monitors").findValuesAsText("id"))
        .containsExactly("word", "database", "router");
  }

  @Test
  void aPortIsATcpMonitor() {
    assertThat(JsonText.parse(moved.file().at("/monitors/1").toString()))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"database","name":"Database","checkType":"TCP",
                 "request":{"hostname":"db","port":5432},"degradedResponseTime":null,
                 "shouldFail":true,"frequency":"EVERY_20S","retryStrategy":"none"}"""));
    assertThat(notes(moved)).noneMatch(note -> note.contains("\"Database\""));
  }

  @Test
  void aMonitorIsWhatItWas() {
    assertThat(JsonText.parse(moved.file().at("/groups/0/monitors/0").toString()))
        .isEqualTo(
            JsonText.parse(
                """
                {"id":"home-page","name":"Home page","request":{"url":"https://example.org/?a=$${X}",
                  "assertions":[
                   {"source":"STATUS_CODE","comparison":"GREATER_THAN","target":"199"},
                   {"source":"STATUS_CODE","comparison":"LESS_THAN","target":"300"}],
                  "method":"GET","headers":[{"key":"Authorization","value":"S3CRET"}],
                  "skipSSL":true,"followRedirects":true},
                 "checkType":"API","description":"The shop","tags":["team:web"],"frequency":"EVERY_1M",
                 "degradedResponseTime":null,"maxResponseTime":null,
                 "retryStrategy":{"type":"FIXED","baseBackoffSeconds":20,"maxRetries":2,
                   "maxDurationSeconds":600},
                 "alertChannels":["ops",{"id":"mail","activated":false},
                   {"id":"mail-2","activated":false}],
                 "alertEscalationPolicy":{"escalationType":"RUN_BASED",
                   "runBasedEscalation":{"failedRunThreshold":1},
                   "reminders":{"amount":100000,"interval":15}}}"""));
  }

  @Test
  void channelsAreMade() {
    assertThat(moved.file().path("channels").toString())
        .isEqualTo(
            "[{\"id\":\"ops\",\"type\":\"SLACK\",\"config\":{\"url\":\"https://hooks.example.com/S3CRET\","
                + "\"channel\":\"#ops\"}},"
                + "{\"id\":\"mail\",\"type\":\"EMAIL\",\"config\":{\"address\":\"a@example.org\"}},"
                + "{\"id\":\"mail-2\",\"type\":\"EMAIL\",\"config\":{\"address\":\"b@example.org\"}},"
                + "{\"id\":\"hook\",\"type\":\"WEBHOOK\",\"config\":{\"name\":\"Hook\","
                + "\"url\":\"https://hook.example.org\",\"method\":\"POST\","
                + "\"headers\":[{\"key\":\"X-Key\",\"value\":\"S3CRET\"}]}}]");
  }

  @Test
  void whatHasNoCounterpartIsNoted() {
    String home = "monitorList[1] \"Home page\": ";

    assertThat(notes(moved))
        .contains(
            home + "interval (90): is EVERY_1M here",
            home + "timeout (48): no limit of 30 seconds or less; that of the service holds",
            home + "somethingNew (x): is not known",
            home + "notificationIDList (4 members): names a notification that is not in the file",
            "monitorList[2] \"Word\": upsideDown (true): is left out: what it inverts looks at the"
                + " body",
            "notificationList[1] \"Mail\": smtpHost (mail.example.org): mail is sent as the service"
                + " is configured");
    assertThat(notes(moved))
        .anyMatch(note -> note.startsWith("notificationList[2] \"Chat\": type"))
        .noneMatch(note -> note.contains("S3CRET"))
        .noneMatch(note -> note.contains("hostname") || note.contains("weight"));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "['200'] | =200",
        "['200-299'] | >199 <300",
        "['200','201','203'] | >199 <204 !202",
        "['100-199','200-299','300-399','400-499','500-599'] | >99",
        "['100-399'] | <400",
        "['400-599'] | >399",
      })
  void statusCodesBecomeAssertions(String codes, String assertions) {
    ImportResult moved = moved("'accepted_statuscodes':" + codes);

    assertThat(assertions(moved)).isEqualTo(assertions);
    assertThat(notes(moved)).isEmpty();
  }

  @Test
  void largeGapsAreNoted() {
    ImportResult moved = moved("'accepted_statuscodes':['200-299','404']");

    assertThat(assertions(moved)).isEqualTo(">199 <405");
    assertThat(notes(moved)).singleElement().asString().contains("accepted are all of 200 to 404");
  }

  private static String assertions(ImportResult moved) {
    List<String> all = new ArrayList<>();
    moved
        .file()
        .at("/monitors/0/request/assertions")
        .forEach(
            one ->
                all.add(
                    switch (one.path("comparison").asText()) {
                          case "EQUALS" -> "=";
                          case "NOT_EQUALS" -> "!";
                          case "LESS_THAN" -> "<";
                          default -> ">";
                        }
                        + one.path("target").asText()));
    return String.join(" ", all);
  }

  @Test
  void upsideDownIsShouldFail() {
    ImportResult moved = moved("'upsideDown':true,'accepted_statuscodes':['200-299']");

    assertThat(moved.file().at("/monitors/0/shouldFail").asBoolean()).isTrue();
    assertThat(assertions(moved)).isEmpty();
    assertThat(assertions(moved("'upsideDown':true,'accepted_statuscodes':['404']")))
        .isEqualTo("!404");
  }

  @ParameterizedTest(name = "{0} s is {1}")
  @CsvSource({
    "1, EVERY_10S, true",
    "10, EVERY_10S, false",
    "59, EVERY_30S, true",
    "60, EVERY_1M, false",
    "86400, EVERY_24H, false",
    "999999, EVERY_24H, true",
  })
  void intervalsAreNotLonger(int seconds, String frequency, boolean noted) {
    ImportResult moved = moved("'interval':" + seconds);

    assertThat(moved.file().at("/monitors/0/frequency").asText()).isEqualTo(frequency);
    assertThat(moved.notes()).hasSize(noted ? 1 : 0);
  }

  @Test
  void whatEveryMonitorOfABackupSaysIsNoNews() {
    String usual =
        """
        'id':1,'description':null,'pathName':'m','parent':null,'childrenIDs':[],'method':'GET',
        'hostname':null,'port':null,'maxretries':0,'weight':2000,'active':true,'timeout':24,
        'forceInactive':false,'interval':60,'retryInterval':60,'resendInterval':0,'keyword':null,
        'invertKeyword':false,'expiryNotification':false,'ignoreTls':false,'upsideDown':false,
        'packetSize':56,'maxredirects':10,'accepted_statuscodes':['200-299'],'proxyId':null,
        'dns_resolve_type':'A','dns_resolve_server':'1.1.1.1','dns_last_result':null,
        'docker_container':'','docker_host':null,'notificationIDList':{},'tags':[],
        'maintenance':false,'mqttTopic':'','mqttSuccessMessage':'','databaseQuery':null,
        'authMethod':null,'grpcUrl':null,'grpcEnableTls':false,'radiusCalledStationId':null,
        'game':null,'gamedigGivenPortOnly':true,'httpBodyEncoding':'json','jsonPath':null,
        'expectedValue':null,'kafkaProducerBrokers':[],'kafkaProducerSsl':false,'screenshot':null,
        'headers':null,'body':null,'basic_auth_user':null,'oauth_client_id':null,
        'oauth_auth_method':'client_secret_basic','pushToken':null,'tlsCa':null,
        'includeSensitiveData':true""";

    assertThat(moved(usual).notes()).isEmpty();
    assertThat(moved("'type':'group'," + usual).notes()).isEmpty();
  }

  @Test
  void whatIsNoBackupIsNoted() {
    assertThat(UptimeKuma.read(JsonText.parse("{\"a\":[1]}").get("a")).notes()).hasSize(1);
  }

  @Test
  void aPushMonitorWaitsForPings() {
    ImportResult moved =
        moved(
            "'type':'push','pushToken':'S3CRET','interval':300,'maxretries':2,'retryInterval':60");
    JsonNode monitor = moved.file().at("/monitors/0");

    assertThat(monitor.path("checkType").asText()).isEqualTo("HEARTBEAT");
    assertThat(monitor.path("heartbeat").toString())
        .isEqualTo(
            "{\"period\":300,\"periodUnit\":\"seconds\",\"grace\":120,\"graceUnit\":\"seconds\"}");
    assertThat(monitor.has("frequency")).isFalse();
    assertThat(notes(moved)).anyMatch(note -> note.contains("pushToken (not shown): is new"));
    Bodies.assertValid(moved.file());
  }

  @Test
  void monitorsAndChannelsAreValidBodies() {
    Bodies.assertValid(moved.file());
  }

  /** Demands that the parts of a file that are members of bodies are valid there. */
  static final class Bodies {
    private Bodies() {}

    static void assertValid(ObjectNode moved) {
      ObjectNode file = JsonText.parse(moved.toString().replaceAll("\\$+\\{\\w+}", "x"));
      List<Violation> violations = new ArrayList<>();
      List<JsonNode> monitors = new ArrayList<>();
      file.path("monitors").forEach(monitors::add);
      file.path("groups").forEach(group -> group.path("monitors").forEach(monitors::add));
      assertThat(monitors).isNotEmpty();
      for (JsonNode monitor : monitors) {
        ObjectNode body = monitor.deepCopy();
        body.remove(List.of("frequency", "id"));
        JsonNode policy = body.remove("alertEscalationPolicy");
        if (policy != null) {
          body.set("alertSettings", policy);
        }
        if (body.path("retryStrategy").isTextual()) {
          body.remove("retryStrategy");
        }
        String type = body.path("checkType").asText("URL");
        new ContractBodies().read(CheckSamples.create(CheckType.valueOf(type)), body, violations);
      }
      file.path("channels")
          .forEach(
              channel ->
                  new ContractBodies().read("createAlertChannel", channel.deepCopy(), violations));
      file.path("maintenance")
          .forEach(
              window ->
                  new ContractBodies()
                      .read("createMaintenanceWindow", window.deepCopy(), violations));
      assertThat(violations).isEmpty();
    }
  }
}
