package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.Access;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code PUT /v1/private-locations/{id}}. */
class UpdatePrivateLocationIT {
  private static final String PATH = "/v1/private-locations";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final String path =
      PATH
          + "/"
          + client
              .post(
                  PATH,
                  "{\"name\":\"Office\",\"slugName\":\"office\",\"proxyUrl\":\"http://proxy:1\"}")
              .hasStatus(201)
              .id();

  @Test
  void changesWhatIsNamedAndKeepsTheRest() {
    ApiReply reply =
        client
            .put(path, "{\"name\":\"Head office\"}")
            .hasStatus(200)
            .matchesContract("updatePrivateLocation");
    assertThat(reply.at("/name").asText()).isEqualTo("Head office");
    assertThat(reply.at("/icon").asText()).isEqualTo("location");
    assertThat(reply.at("/proxyUrl").asText()).isEqualTo("http://proxy:1");
    assertThat(reply.at("/updated_at").isTextual()).isTrue();
    reply = client.put(path, "{\"proxyUrl\":null,\"icon\":\"building\"}").hasStatus(200);
    assertThat(reply.at("/name").asText()).isEqualTo("Head office");
    assertThat(reply.at("/proxyUrl").isNull()).isTrue();
    assertThat(reply.at("/icon").asText()).isEqualTo("building");
    assertThat(client.get(path).json()).isEqualTo(reply.json());
    client.put(path, "{}").hasStatus(200);
  }

  @Test
  void answersWithItsOwnWrite() {
    List<CompletableFuture<Void>> writes =
        IntStream.range(0, 100)
            .mapToObj(
                number ->
                    CompletableFuture.runAsync(
                        () ->
                            assertThat(
                                    client
                                        .put(path, "{\"name\":\"n" + number + "\"}")
                                        .hasStatus(200)
                                        .at("/name")
                                        .asText())
                                .isEqualTo("n" + number)))
            .toList();
    writes.forEach(CompletableFuture::join);
  }

  @Test
  void theSlugMayBeRepeatedButNotChanged() {
    client.put(path, "{\"name\":\"a\",\"slugName\":\"office\"}").hasStatus(200);
    client.put(path, "{\"name\":\"b\",\"slugName\":\"\"}").hasStatus(200);
    client
        .put(path, "{\"name\":\"c\",\"slugName\":\"other\"}")
        .isInvalid("/slugName")
        .matchesContract("updatePrivateLocation");
    assertThat(client.get(path).at("/name").asText()).isEqualTo("b");
  }

  @Test
  void namesEveryOffendingField() {
    client.put(path, "{\"name\":\"\",\"icon\":1}").isInvalid("/name", "/icon");
    client.put(PATH + "/nonsense", "{\"name\":null}").isInvalid("/id", "/name");
  }

  @Test
  void isForWritersOfTheAccount() {
    Access access = new Access(app, acme);
    access.requireForWriting("PUT", path, "{\"name\":\"x\"}");
    access.requireHidden("PUT", path, "{\"name\":\"x\"}");
    client.put(PATH + "/" + UUID.randomUUID(), "{\"slugName\":\"x\"}").isNotFound();
    assertThat(client.get(path).at("/name").asText()).isEqualTo("Office");
  }
}
