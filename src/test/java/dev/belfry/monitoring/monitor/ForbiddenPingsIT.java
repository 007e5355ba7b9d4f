package dev.belfry.monitoring.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.slf4j.LoggerFactory;

/** A service whose system lets it send no pings. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForbiddenPingsIT {
  private static final String ROUTER =
      "{\"name\":\"Router\",\"request\":{\"hostname\":\"router.example.com\"}%s}";
  private static final String WHY =
      "must be false: ICMP monitors cannot be run, since the system lets no running instance send"
          + " pings (sysctl net.ipv4.ping_group_range)";

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final TestApp app = started();
  private final ApiClient client = app.as(app.newTenant());

  private TestApp started() {
    Logger logger = (Logger) LoggerFactory.getLogger("dev.belfry.app.BackgroundVerticles");
    log.start();
    logger.addAppender(log);
    try {
      return TestApp.startWithoutPings(Map.of("BELFRY_LOCATIONS", "eu-west-1"));
    } finally {
      logger.detachAppender(log);
    }
  }

  @AfterAll
  void stop() {
    app.close();
  }

  @Test
  void oneLineAtTheStartSaysWhatToSet() {
    assertThat(log.list)
        .filteredOn(event -> event.getFormattedMessage().contains("ICMP"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLevel()).isEqualTo(Level.WARN);
              assertThat(event.getFormattedMessage())
                  .startsWith("Runs of ICMP monitors have no result at this instance: It is")
                  .contains("set the sysctl net.ipv4.ping_group_range to \"0 2147483647\"");
            });
  }

  @Test
  void refusesMonitorsThatWouldPing() {
    assertThat(
            client
                .post("/v1/checks/icmp", ROUTER.formatted(""))
                .isInvalid("/activated")
                .at("/message")
                .asText())
        .contains(WHY);
    assertThat(client.get("/v1/checks?checkType=ICMP").json()).isEmpty();
  }

  @Test
  void aPausedMonitorCanBeStoredButNotStarted() {
    String id =
        client
            .post("/v1/checks/icmp", ROUTER.formatted(",\"activated\":false"))
            .hasStatus(201)
            .id();
    client.put("/v1/checks/icmp/" + id, "{\"activated\":true}").isInvalid("/activated");
    client.put("/v1/checks/icmp/" + id, "{\"name\":\"x\"}").isInvalid("/activated");
    client.put("/v1/checks/icmp/" + id, "{\"name\":\"x\",\"activated\":false}").hasStatus(200);
    client.delete("/v1/checks/" + id).hasStatus(204);
  }

  @Test
  void aDeployNamesTheMonitorAndTheReason() {
    String message =
        client
            .post(
                "/v1/projects/deploy",
                """
                {"project":{"logicalId":"p","name":"P"},"resources":[
                 {"type":"check","logicalId":"router","payload":{"name":"Router",
                  "checkType":"ICMP","request":{"hostname":"router.example.com"}}}]}""")
            .hasStatus(400)
            .at("/message")
            .asText();
    assertThat(message).contains("router", WHY);
  }

  @Test
  void aTestSaysThatThisInstanceSendsNone() {
    assertThat(
            client
                .post("/v1/check-tests/icmp", "{\"request\":{\"hostname\":\"127.0.0.1\"}}")
                .hasStatus(409)
                .at("/message")
                .asText())
        .contains("This instance");
  }

  @Test
  void theEntitlementSaysSo() {
    JsonNode entries = client.get("/v1/accounts/me/entitlements").at("/entitlements");
    assertThat(entries)
        .filteredOn(entry -> entry.path("key").asText().equals("ICMP_MONITORS"))
        .singleElement()
        .matches(entry -> !entry.path("enabled").asBoolean());
  }
}
