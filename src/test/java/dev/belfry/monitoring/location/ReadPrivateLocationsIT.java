package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/private-locations} and {@code /v1/private-locations/{id}}. */
class ReadPrivateLocationsIT {
  private static final String PATH = "/v1/private-locations";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  private ApiReply create(String slug) {
    return client.post(PATH, "{\"name\":\"n\",\"slugName\":\"" + slug + "\"}").hasStatus(201);
  }

  @Test
  void listsTheAccountsLocationsOldestFirst() {
    assertThat(client.get(PATH).hasStatus(200).text()).isEqualTo("[]");
    for (int i = 0; i < 12; i++) {
      create("place-" + i);
    }
    app.as(app.newTenant()).post(PATH, "{\"name\":\"n\",\"slugName\":\"other\"}").hasStatus(201);
    ApiReply list = client.get(PATH).hasStatus(200).matchesContract("listPrivateLocations");
    assertThat(list.json().findValuesAsText("slugName"))
        .hasSize(12)
        .startsWith("place-0", "place-1")
        .endsWith("place-11");
    assertThat(list.text()).doesNotContain("rawKey");
  }

  @Test
  void tellsWhichInstancesCoverIt() throws SQLException {
    String slug = "p" + UUID.randomUUID().toString().substring(0, 8);
    String path = PATH + "/" + create(slug).id();
    String place = acme.account() + "/" + slug;
    instance(place, 10_000_000, null);
    ApiReply gone = client.get(path).hasStatus(200).matchesContract("readPrivateLocation");
    assertThat(gone.at("/agentCount").asInt(-1)).isZero();
    assertThat(Instant.parse(gone.at("/lastSeen").asText()))
        .isBefore(Instant.now().minusSeconds(9_000));

    instance(place, 0, null);
    instance(place, 1, null);
    instance(place, 0, 5L);
    instance("another", 0, null);
    ApiReply alive = client.get(path).hasStatus(200);
    assertThat(alive.at("/agentCount").asInt()).isEqualTo(2);
    assertThat(Instant.parse(alive.at("/lastSeen").asText()))
        .isAfter(Instant.now().minusSeconds(60));
  }

  @Test
  void isForTheAccountAlone() {
    String path = PATH + "/" + create("office").id();
    Access access = new Access(app, acme);
    access.requireForReading(PATH);
    access.requireForReading(path);
    access.requireHidden("GET", path, null);
    client.get(PATH + "/" + UUID.randomUUID()).isNotFound();
    client.get(PATH + "/nonsense").isInvalid("/id");
  }

  private void instance(String slug, long ageMillis, @Nullable Long fenced) throws SQLException {
    try (Connection connection = app.database().jdbc();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO instances (name, locations, draining, may_ping, seen_at, fenced_at)
                VALUES ('test', ARRAY['eu-west-1', ?], true, true, epoch_millis() - ?, ?)""")) {
      insert.setString(1, slug);
      insert.setLong(2, ageMillis);
      insert.setObject(3, fenced);
      insert.executeUpdate();
    }
  }
}
