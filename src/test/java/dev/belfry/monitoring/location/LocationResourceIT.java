package dev.belfry.monitoring.location;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.Documents;
import dev.belfry.api.resource.ResourceFixture;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.seal.Sealer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocationResourceIT {
  private static final String PROXY = "http://user:pass@proxy.example.org:3128";

  private final ResourceFixture stage = stage(dev.belfry.app.TestApp.shared().sealer());

  private static ResourceFixture stage(Sealer sealer) {
    return new ResourceFixture(
        database -> new LocationResource(database, ResourceFixture.IDS, sealer));
  }

  private static String location(String slug, String more) {
    return "{\"name\":\"Cellar\",\"slugName\":\"%s\"%s}".formatted(slug, more);
  }

  private static String proxy(String address) {
    return ",\"proxyUrl\":\"" + address + "\"";
  }

  @Test
  void locationsLive() {
    stage.live(
        List.of(location("a", ""), location("b", proxy(PROXY)), location("c", ",\"icon\":null")),
        List.of(
            location("a", proxy(PROXY)),
            location("b", proxy("http://user:other@proxy.example.org:3128")),
            location("c", ",\"icon\":\"house\"")));
  }

  @Test
  void aThousandLive() {
    stage.live(
        ResourceFixture.many(1000, location("l%s", "")),
        ResourceFixture.many(1000, location("l%s", proxy(PROXY))));
  }

  @Test
  void aDeployedLocationHasNoKeyAndASealedProxy() {
    DesiredResource location = stage.inserted(location("a", proxy(PROXY)));

    JsonNode shown =
        stage
            .client
            .get("/v1/private-locations/" + location.id())
            .hasStatus(200)
            .matchesContract("readPrivateLocation")
            .json();

    assertThat(shown.path("keys")).isEmpty();
    assertThat(shown.path("proxyUrl").asText())
        .isEqualTo("http://user:****@proxy.example.org:3128");
    assertThat(location.document().path("proxyUrl").asText()).isEqualTo(PROXY);
    assertThat(stored(location)).startsWith("sealed:v1:");
  }

  private String stored(DesiredResource location) {
    return stage.work(
        connection ->
            connection
                .query("SELECT proxy_url FROM private_locations WHERE id = '" + location.id() + "'")
                .execute()
                .map(rows -> rows.iterator().next().getString(0)));
  }

  @Test
  void aProxyThatCannotBeUnsealedIsWrittenAnew() {
    DesiredResource location = stage.inserted(location("a", proxy(PROXY)));
    stage.work(
        connection ->
            connection
                .query(
                    "UPDATE private_locations SET proxy_url = 'sealed:v1:00000000:AAAA' WHERE id ="
                        + " '"
                        + location.id()
                        + "'")
                .execute());

    ObjectNode read = stage.read(location.id()).get(location.id());
    assertThat(read).isNotNull();
    assertThat(Documents.areSame(read, location.document())).isFalse();

    stage.update(List.of(location));
    stage.assertStored(location);
  }

  @Test
  void aSlugCannotChangeAndMustBeFree() {
    stage.client.post("/v1/private-locations", location("taken", "")).hasStatus(201);
    stage.app.as(stage.other).post("/v1/private-locations", location("theirs", "")).hasStatus(201);
    DesiredResource kept = stage.inserted(location("kept", ""));
    DesiredResource leaving = stage.inserted(location("leaving", ""));
    List<DesiredResource> wanted = new ArrayList<>();
    wanted.add(
        new DesiredResource(
            "kept", kept.id(), stage.document(location("other", "")), kept.document()));
    wanted.addAll(
        stage.items(
            List.of(
                location("taken", ""),
                location("theirs", ""),
                location("twice", ""),
                location("twice", ""),
                location("leaving", ""))));

    assertThat(stage.complaints(wanted, leaving.id()))
        .containsExactly(
            "kept /slugName cannot be changed: create another location",
            "r0 /slugName is the slug of another private location of this account",
            "r3 /slugName is the slug of another private location of this account",
            "r4 /slugName is the slug of a location that this deploy deletes: keep its logical id,"
                + " or delete it in an earlier deploy");
    assertThat(stage.complaints(List.of(kept))).isEmpty();
    assertThatThrownBy(() -> stage.inserted(location("taken", "")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("slugName already");
  }

  @Test
  void aLocationThatIsNamedStays() {
    DesiredResource cellar = stage.inserted(location("cellar", ""));
    String check =
        stage.make(
            "/v1/checks/url",
            """
            {"name":"c","activated":false,"request":{"url":"https://e.org"},
             "privateLocations":["cellar"]}""");
    String group =
        stage.make("/v2/check-groups", "{\"name\":\"g\",\"privateLocations\":[\"cellar\"]}");

    assertThat(problems(cellar, Set.of(), List.of())).hasSize(1);
    assertThat(problems(cellar, Set.of(check), List.of())).hasSize(1);
    assertThat(problems(cellar, Set.of(check), List.of(group(group, "[\"cellar\"]"))))
        .singleElement()
        .asString()
        .isEqualTo(
            cellar.id()
                + "  The private location cellar cannot be removed: checks or groups still name"
                + " it; remove it from them first");
    assertThat(problems(cellar, Set.of(check), List.of(group(group, "[]")))).isEmpty();
    assertThatThrownBy(() -> stage.delete(cellar))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("still name the private location");
  }

  private List<String> problems(
      DesiredResource removed, Set<String> checks, List<DesiredResource> groups) {
    return stage.complaints(
        Map.of(ResourceType.CHECK_GROUP, groups),
        Map.of(ResourceType.PRIVATE_LOCATION, Set.of(removed.id()), ResourceType.CHECK, checks));
  }

  private static DesiredResource group(String id, String slugs) {
    ObjectNode document = JsonText.parse("{\"privateLocations\":" + slugs + "}");
    return new DesiredResource("g", id, document, document);
  }
}
