package dev.belfry.alerting.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.alerting.push.FakePushService;
import dev.belfry.alerting.push.PushTrust;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a message to a large team costs, and whom it delays. {@code -Dbelfry.team=100} measures the
 * largest.
 */
class TeamLoadIT {
  private static final int PERSONS = Integer.getInteger("belfry.team", 12);
  private static final int DEVICES = 10;
  private static final PushTrust TRUST = new PushTrust();
  private static final TestApp APP =
      TestApp.start(
          Map.of(
              "BELFRY_ALLOW_PRIVATE_TARGETS",
              "true",
              "BELFRY_PUBLIC_URL",
              "https://b.example.org"));

  private final List<FakePushService> services =
      List.of(TRUST.service(), TRUST.service(), TRUST.service(), TRUST.service());
  private final FakePushService own = TRUST.service();
  private final Tenant acme = APP.newTenant();
  private final Tenant globex = APP.newTenant();
  private final People people = new People(APP);

  @AfterEach
  void close() {
    services.forEach(FakePushService::close);
    own.close();
  }

  @AfterAll
  static void stop() {
    APP.close();
    TRUST.close();
  }

  private static String channel(ApiClient client, String config) {
    return client
        .post("/v1/alert-channels", "{\"type\":\"MEMBER\",\"config\":{%s}}".formatted(config))
        .hasStatus(201)
        .id();
  }

  private String team() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < PERSONS; i++) {
      SignedIn person = people.join(acme, Role.VIEWER);
      for (int device = 0; device < DEVICES; device++) {
        services.get(device % services.size()).browser().register(person);
      }
      ids.add('"' + person.id() + '"');
    }
    return APP.as(acme)
        .post(
            "/v1/teams",
            "{\"name\":\"All\",\"userIds\":[%s]}"
                .formatted(ids.stream().collect(Collectors.joining(","))))
        .hasStatus(201)
        .id();
  }

  @Test
  void aLargeTeamIsToldWithinItsBoundsAndDelaysNoOtherAccount() {
    SignedIn ada = people.join(globex, Role.VIEWER);
    own.browser().register(ada);
    AlertSample alerts = new AlertSample(APP, acme);
    AlertSample others = new AlertSample(APP, globex);
    String alone = channel(APP.as(globex), "\"userId\":\"%s\"".formatted(ada.id()));
    others.sent(others.test(alone));
    own.take();
    String channel = channel(APP.as(acme), "\"teamId\":\"%s\"".formatted(team()));

    long begin = System.nanoTime();
    String first = alerts.test(channel);
    String second = alerts.test(channel);
    services.get(0).take();
    long asked = System.nanoTime();
    String other = others.test(alone);
    own.take();
    long beside = System.nanoTime() - asked;
    JsonNode sent = alerts.sent(first);
    JsonNode again = alerts.sent(second);
    long all = System.nanoTime() - begin;
    others.sent(other);

    String has = PERSONS + " members have it";
    assertThat(sent.path("notificationResult").asText()).isEqualTo(has);
    assertThat(again.path("notificationResult").asText()).isEqualTo(has);
    int pushed = services.stream().mapToInt(FakePushService::waiting).sum() + 1;
    assertThat(pushed).isEqualTo(2 * PERSONS * DEVICES);
    assertThat(services).allMatch(service -> service.mostAtOnce() <= TeamSender.MOST_OF_SERVICE);
    System.out.printf(
        "%d requests for two messages in %d ms, %d attempts; a message of another account: %d ms%n",
        pushed,
        TimeUnit.NANOSECONDS.toMillis(all),
        sent.path("attempts").asInt() + again.path("attempts").asInt(),
        TimeUnit.NANOSECONDS.toMillis(beside));
    assertThat(beside).isLessThan(TimeUnit.SECONDS.toNanos(3));
  }
}
