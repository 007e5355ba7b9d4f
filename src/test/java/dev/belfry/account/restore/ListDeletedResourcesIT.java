package dev.belfry.account.restore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.testing.ApiReply;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/deleted-resources}. */
class ListDeletedResourcesIT {
  private final RestoreFixture fixture = new RestoreFixture();

  @Test
  void saysWhatWasDeletedByWhomAndWhatReturnsWithIt() {
    String channel = fixture.channel("");
    String check =
        fixture.monitor(
            ",\"environmentVariables\":[{\"key\":\"T\",\"value\":\"open-sesame\",\"secret\":true}]");
    fixture.delete("/v1/checks/" + check);
    fixture.delete("/v1/alert-channels/" + channel);

    JsonNode entry = fixture.entry(check);
    assertThat(entry.path("resource").toString())
        .isEqualTo("{\"type\":\"check\",\"id\":\"%s\",\"name\":\"Shop\"}".formatted(check));
    assertThat(entry.at("/actor/type").asText()).isEqualTo("KEY");
    assertThat(entry.at("/actor/id").asText()).isEqualTo(fixture.tenant.keyId().toString());
    assertThat(entry.at("/actor/requestId").asText()).isNotEmpty();
    assertThat(entry.path("parts").toString())
        .isEqualTo("[{\"type\":\"alert-channel-subscription\",\"count\":1}]");
    Instant deleted = Instant.parse(entry.path("deletedAt").asText());
    assertThat(deleted).isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(5));
    assertThat(Duration.between(deleted, Instant.parse(entry.path("restorableUntil").asText())))
        .isEqualTo(Duration.ofDays(30));
    // The subscription was gone before the channel, but returns with it, too.
    assertThat(fixture.entry(channel).path("parts")).isEqualTo(entry.path("parts"));
    assertThat(fixture.entry(channel).at("/resource/name").asText()).isEqualTo("Hook");
    assertThat(fixture.entries().toString())
        .doesNotContain("sesame", "sealed", "e.org", "127.0.0.1");
  }

  @Test
  void isPagedNewestFirst() {
    String group = fixture.group("Members");
    String one = fixture.service("One");
    String two = fixture.service("Two");
    fixture.delete("/v1/check-groups/" + group);
    fixture.delete(RestoreFixture.SERVICES + "/" + one);
    fixture.delete(RestoreFixture.SERVICES + "/" + two);

    ApiReply first = fixture.client.get(RestoreFixture.LIST + "?limit=2").hasStatus(200);
    assertThat(first.at("/entries").findValuesAsText("name")).contains("One", "Two");
    assertThat(first.at("/entries/0/resource/id").asText()).isEqualTo(two);
    ApiReply rest =
        fixture
            .client
            .get(RestoreFixture.LIST + "?limit=2&nextId=" + first.at("/nextId").asText())
            .hasStatus(200)
            .matchesContract("listDeletedResources");
    assertThat(rest.at("/entries/0/resource/id").asText()).isEqualTo(group);
    assertThat(rest.at("/length").asInt()).isOne();
    assertThat(rest.at("/nextId").isNull()).isTrue();
    ApiReply groups =
        fixture.client.get(RestoreFixture.LIST + "?resourceType=check-group").hasStatus(200);
    assertThat(groups.at("/entries")).hasSize(1);
    fixture.client.get(RestoreFixture.LIST + "?resourceType=variable").isInvalid("/resourceType");
  }

  @Test
  void isOfOneAccountAndForgetsAfterThirtyDays() {
    String service = fixture.service("Old");
    fixture.delete(RestoreFixture.SERVICES + "/" + service);
    String entry = fixture.entry(service).path("id").asText();
    assertThat(new RestoreFixture().entries()).isEmpty();
    assertThat(
            fixture
                .client
                .withKey(fixture.tenant.readKey())
                .get(RestoreFixture.LIST)
                .hasStatus(200)
                .at("/entries"))
        .hasSize(1);

    long old = System.currentTimeMillis() - DeletedResource.KEPT.toMillis() - 1_000;
    fixture.sql(
        "UPDATE deleted_resources SET id = '%s' WHERE id = '%s'"
            .formatted(DeletedResource.at(old), entry));

    assertThat(fixture.entries()).isEmpty();
    fixture
        .client
        .send("POST", RestoreFixture.LIST + "/" + DeletedResource.at(old) + "/restore", null)
        .isNotFound();
  }
}
