package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/private-locations}. */
class CreatePrivateLocationIT {
  private static final String PATH = "/v1/private-locations";
  private static final String OFFICE = "{\"name\":\"Büro\",\"slugName\":\"Office-1\"}";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);

  @Test
  void createsALocationWithAKeyThatIsShownOnce() throws Exception {
    ApiReply reply =
        client.post(PATH, OFFICE).hasStatus(201).matchesContract("createPrivateLocation");
    assertThat(reply.at("/name").asText()).isEqualTo("Büro");
    assertThat(reply.at("/slugName").asText()).isEqualTo("Office-1");
    assertThat(reply.at("/icon").asText()).isEqualTo("location");
    assertThat(reply.at("/proxyUrl").isNull()).isTrue();
    assertThat(reply.at("/agentCount").asInt(-1)).isZero();
    assertThat(reply.at("/lastSeen").isNull()).isTrue();
    assertThat(reply.at("/keys")).hasSize(1);
    String raw = reply.at("/keys/0/rawKey").asText();
    assertThat(raw)
        .matches("pl_[0-9a-f]{32}")
        .endsWith(reply.at("/keys/0/maskedKey").asText().substring(3));

    ApiReply later =
        client.get(PATH + "/" + reply.id()).hasStatus(200).matchesContract("readPrivateLocation");
    assertThat(later.text()).doesNotContain(raw);
    assertThat(later.at("/keys/0/id")).isEqualTo(reply.at("/keys/0/id"));
    assertThat(later.at("/keys/0/created_at")).isEqualTo(reply.at("/keys/0/created_at"));
    assertThat(storedHash(later.at("/keys/0/id").asText()))
        .isEqualTo(
            MessageDigest.getInstance("SHA-256").digest(raw.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void takesIconAndProxy() {
    ApiReply reply =
        client
            .post(
                PATH,
                """
                {"name":"Office","slugName":"office","icon":null,"proxyUrl":"http://u:p@proxy:3128",
                 "id":"","keys":[],"created_at":"0001-01-01T00:00:00Z"}""")
            .hasStatus(201);
    assertThat(reply.at("/icon").isNull()).isTrue();
    assertThat(reply.at("/proxyUrl").asText()).isEqualTo("http://u:****@proxy:3128");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "eu-west-1",
        "EU-west-9",
        "all",
        "default",
        "head office",
        "a_b",
        "büro",
        "x\\n"
      })
  void refusesSlugs(String slug) {
    client.post(PATH, "{\"name\":\"x\",\"slugName\":\"" + slug + "\"}").isInvalid("/slugName");
  }

  @Test
  void namesEveryOffendingField() {
    client.post(PATH, "{}").isInvalid("/name", "/slugName");
    client
        .post(PATH, "{\"name\":\"\",\"slugName\":\"" + "x".repeat(31) + "\",\"icon\":5}")
        .isInvalid("/name", "/slugName", "/icon");
    client.post(PATH, "{\"name\":\"x\",\"slugName\":\"" + "x".repeat(30) + "\"}").hasStatus(201);
  }

  @Test
  void aSlugIsUniqueWithinTheAccount() {
    client.post(PATH, OFFICE).hasStatus(201);
    client
        .post(PATH, OFFICE)
        .isError(409, "Conflict", "There is a private location with this slugName already")
        .matchesContract("createPrivateLocation");
    app.as(app.newTenant()).post(PATH, OFFICE).hasStatus(201);
  }

  @Test
  void ofManyAtOnceOneIsCreated() {
    List<CompletableFuture<Integer>> replies =
        IntStream.range(0, 6)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> client.post(PATH, OFFICE).status()))
            .toList();
    assertThat(replies.stream().map(CompletableFuture::join))
        .containsExactlyInAnyOrder(201, 409, 409, 409, 409, 409);
    assertThat(client.get(PATH).json()).hasSize(1);
  }

  @Test
  void isForWritersOfTheAccount() {
    new Access(app, acme).requireForWriting("POST", PATH, OFFICE);
    assertThat(client.get(PATH).json()).isEmpty();
  }

  private byte[] storedHash(String key) throws Exception {
    try (Connection connection = app.database().jdbc();
        PreparedStatement read =
            connection.prepareStatement(
                "SELECT key_hash FROM private_location_keys WHERE id = ?")) {
      read.setObject(1, UUID.fromString(key));
      try (ResultSet rows = read.executeQuery()) {
        assertThat(rows.next()).isTrue();
        return rows.getBytes(1);
      }
    }
  }
}
