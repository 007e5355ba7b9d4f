package dev.belfry.alerting.push;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The devices of persons, which no other person and no program sees. */
class OwnDevicesIT {
  private static final String DEVICES = "/console/devices";
  private static final String KEY = "/console/push-key";

  private final TestApp app = TestApp.shared();
  private final People people = new People(app);
  private final Tenant acme = app.newTenant();
  private final SignedIn grace = people.join(acme, Role.VIEWER);

  private static Browser browser() {
    return Browser.at("https://push.example.net/send/" + UUID.randomUUID());
  }

  private static List<String> ids(SignedIn person) {
    List<String> ids = new ArrayList<>();
    for (JsonNode one :
        person.client().get(DEVICES).hasStatus(200).matchesContract("listOwnDevices").json()) {
      ids.add(one.path("id").asText());
    }
    return ids;
  }

  @Test
  void allInstancesHaveOneKey() {
    String key =
        grace
            .client()
            .get(KEY)
            .hasStatus(200)
            .matchesContract("getPushKey")
            .at("/publicKey")
            .asText();
    assertThat(PushSubscription.decoded(key)).hasSize(65).startsWith(4);
    assertThat(people.join(app.newTenant(), Role.OWNER).client().get(KEY).at("/publicKey").asText())
        .isEqualTo(key);
    try (TestApp second = TestApp.startOn(app.database().address(), Map.of())) {
      ApiClient there = second.client().with("Authorization", "Bearer " + grace.token());
      assertThat(there.get(KEY).at("/publicKey").asText()).isEqualTo(key);
    }
    assertThat(app.database().count("SELECT count(*) FROM push_keys")).isOne();
    assertThat(
            app.database()
                .count("SELECT count(*) FROM push_keys WHERE private_key LIKE 'sealed:v1:%'"))
        .isOne();
  }

  @Test
  void aDeviceIsRegisteredListedAndRemoved() {
    Browser browser = browser();
    ApiClient client = grace.client().with("User-Agent", "Firefox/140 of a test");
    JsonNode made =
        client
            .post(DEVICES, browser.body())
            .hasStatus(200)
            .matchesContract("registerOwnDevice")
            .json();
    assertThat(made.path("userAgent").asText()).isEqualTo("Firefox/140 of a test");
    assertThat(made.path("service").asText()).isEqualTo("push.example.net");
    assertThat(made.path("lastSuccessAt").isNull()).isTrue();
    assertThat(made.path("failures").asInt()).isZero();
    String id = made.path("id").asText();
    assertThat(ids(grace)).containsExactly(id);
    assertThat(browser.register(grace)).as("the same device").isEqualTo(id);
    assertThat(
            app.database()
                .count(
                    "SELECT count(*) FROM push_subscriptions WHERE id = '%s' AND subscription LIKE 'sealed:v1:%%'"
                        .formatted(id)))
        .isOne();
    SignedIn ada = people.join(acme, Role.OWNER);
    ada.client().delete(DEVICES + "/" + id).isNotFound();
    grace.client().delete(DEVICES + "/" + UUID.randomUUID()).isNotFound();
    grace.client().delete(DEVICES + "/" + id).hasStatus(204).matchesContract("removeOwnDevice");
    assertThat(ids(grace)).isEmpty();
  }

  @Test
  void anotherPersonInTheSameBrowserTakesItOver() {
    Browser browser = browser();
    browser.register(grace);
    SignedIn ada = people.join(acme, Role.VIEWER);
    String id = browser.register(ada);
    assertThat(ids(grace)).isEmpty();
    assertThat(ids(ada)).containsExactly(id);
  }

  @Test
  void theEleventhTakesThePlaceOfTheOneLongestUnused() {
    List<String> made = new ArrayList<>();
    for (int each = 0; each < DeviceOperations.MOST; each++) {
      made.add(browser().register(grace));
    }
    app.database()
        .execute(
            "UPDATE push_subscriptions SET created_at = now() - interval '1 day' WHERE id = '%s'"
                .formatted(made.get(3)));
    String eleventh = browser().register(grace);
    assertThat(ids(grace))
        .hasSize(DeviceOperations.MOST)
        .contains(eleventh)
        .doesNotContain(made.get(3));
    List<CompletableFuture<String>> many = new ArrayList<>();
    for (int each = 0; each < 30; each++) {
      many.add(CompletableFuture.supplyAsync(() -> browser().register(grace)));
    }
    many.forEach(CompletableFuture::join);
    assertThat(ids(grace)).hasSize(DeviceOperations.MOST);
  }

  @Test
  void programsHaveNoDevices() {
    ApiClient program = app.as(acme);
    for (ApiReply reply :
        List.of(
            program.get(KEY),
            program.get(DEVICES),
            program.post(DEVICES, browser().body()),
            program.delete(DEVICES + "/" + UUID.randomUUID()))) {
      reply.isError(403, "Forbidden", "Only a person who is signed in can do this");
    }
  }

  @Test
  void eachWrongMemberIsNamed() {
    ApiClient client = grace.client();
    client
        .post(
            DEVICES,
            """
            {"endpoint":"http://push.example.net/1","keys":{"p256dh":"BCVx","auth":"BTBZ"}}""")
        .isInvalid("/endpoint", "/keys/p256dh", "/keys/auth");
    client.post(DEVICES, "{}").isInvalid("/endpoint", "/keys");
    client
        .post(DEVICES, Browser.at("https://push.example.net/" + "a".repeat(2_048)).body())
        .isInvalid("/endpoint");
    assertThat(ids(grace)).isEmpty();
  }
}
