package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.LogCapture;
import dev.belfry.testing.TextGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A person whose channel sends to devices, a phone and an address; no text may show the number. */
abstract class MemberTexts {
  static final String CHANNELS = "/v1/alert-channels";
  static final String PHONE = "/console/person/phone";

  final MemberMessages stage;
  final TextGateway gateway;
  final FakePushService mozilla;
  final Tenant acme;
  final ApiClient client;
  final People people;
  final SignedIn grace;
  final AlertSample alerts;
  final LogCapture log = new LogCapture("dev.belfry");
  final List<String> numbers = new ArrayList<>();

  MemberTexts(MemberMessages stage) {
    this.stage = stage;
    this.gateway = stage.gateway;
    this.mozilla = stage.trust.service();
    this.acme = stage.app.newTenant();
    this.client = stage.app.as(acme);
    this.people = new People(stage.app);
    this.grace = people.join(acme, Role.VIEWER);
    this.alerts = new AlertSample(stage.app, acme);
  }

  @BeforeEach
  void forget() {
    stage.mail.messages.clear();
    gateway.reset();
  }

  @AfterEach
  void tellsNobodyTheNumber() {
    log.close();
    for (String number : numbers) {
      assertThat(log.messages()).noneMatch(line -> line.contains(number.substring(1)));
      assertThat(client.get("/v1/alert-notifications?limit=100").text())
          .doesNotContain(number.substring(1));
      assertThat(client.get("/v1/audit-log?limit=100").text()).doesNotContain(number.substring(1));
    }
    mozilla.close();
  }

  final String phone(String use) {
    String number = stage.phone(grace, use);
    numbers.add(number);
    return number;
  }

  final String channel(SignedIn person) {
    return client
        .post(
            CHANNELS, "{\"type\":\"MEMBER\",\"config\":{\"userId\":\"%s\"}}".formatted(person.id()))
        .hasStatus(201)
        .id();
  }

  final JsonNode sent(String channel, String type) {
    return alerts.sent(alerts.raise(alerts.check(), channel, UUID.randomUUID(), type, 1_000));
  }
}
