package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.api.auth.Role;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.ContractDocument;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.Fixtures;
import dev.belfry.testing.RawHttp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * API4, unrestricted resource consumption, over every operation. {@code BadInputIT} shows gzip
 * bombs, deep JSON, huge numbers and long heads; {@code SlowClientIT} and {@code Http2IT} slow and
 * greedy connections; {@code RateLimitIT} and {@code LimitOverInstancesIT} the limits of keys.
 */
class ConsumptionIT {
  private static final TestApp APP = TestApp.shared();

  private static Tenant acme;
  private static ApiClient client;
  private static Fixtures owned;
  private static SignedIn owner;

  @BeforeAll
  static void own() {
    acme = APP.newTenant();
    client = APP.as(acme);
    owned = Fixtures.create(client, acme.account());
    owner = new People(APP).join(acme, Role.OWNER); // No key may use what is for owners.
  }

  static Stream<OperationContract> withBody() {
    return Contract.load().operations().stream()
        .filter(operation -> operation.body().isPresent() || operation.takesBytes())
        .filter(operation -> !operation.open());
  }

  @ParameterizedTest
  @MethodSource("withBody")
  void takesNoBodyOverItsBound(OperationContract operation) {
    long tooMuch = Math.max(operation.leastBodyBound(), 1 << 20) + 1L;
    try (RawHttp raw = new RawHttp(APP.port())) {
      raw.send(
          "%s %s HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
                  .formatted(operation.method(), owned.address(operation.path()), tooMuch)
              + "X-Belfry-Console: 1\r\nCookie: belfry_session="
              + owner.token()
              + "\r\n\r\n");
      assertThat(raw.readLine()).startsWith("HTTP/1.1 413");
    }
  }

  static Stream<OperationContract> withLimit() {
    return Contract.load().operations().stream()
        .filter(
            operation ->
                operation.parameters().stream().anyMatch(one -> one.name().equals("limit")));
  }

  @ParameterizedTest
  @MethodSource("withLimit")
  void listsNoMoreThanAThousandAtOnce(OperationContract operation) {
    String path = owned.address(operation.path());
    client.get(path + "?limit=1001").isInvalid("/limit");
    client.get(path + "?limit=-1").isInvalid("/limit");
  }

  @Test
  void boundsEveryTextAndListThatABodyMayHold() throws IOException {
    JsonNode contract = new ObjectMapper().readTree(ContractDocument.read().json());
    List<String> unbounded = new ArrayList<>();
    for (JsonNode path : contract.path("paths")) {
      for (JsonNode operation : path) {
        JsonNode schema =
            operation.at("/requestBody/content").path("application/json").path("schema");
        find(contract, schema, operation.path("operationId").asText(), new HashSet<>(), unbounded);
      }
    }
    assertThat(unbounded).isEmpty();
  }

  private static void find(
      JsonNode contract, JsonNode named, String place, Set<JsonNode> seen, List<String> found) {
    JsonNode schema = named;
    while (schema.has("$ref")) {
      schema = contract.at(schema.path("$ref").asText().substring(1));
    }
    if (!seen.add(schema)) {
      return;
    }
    String types = schema.path("type").toString();
    boolean bounded =
        Stream.of("maxLength", "enum", "const", "format", "pattern").anyMatch(schema::has);
    if ((types.contains("\"string\"") && !bounded)
        || (types.contains("\"array\"") && !schema.has("maxItems"))) {
      found.add(place);
    }
    for (String list : List.of("allOf", "anyOf", "oneOf")) {
      schema.path(list).forEach(one -> find(contract, one, place, seen, found));
    }
    if (schema.has("items")) {
      find(contract, schema.path("items"), place + "[]", seen, found);
    }
    schema
        .path("properties")
        .fields()
        .forEachRemaining(
            one -> find(contract, one.getValue(), place + "/" + one.getKey(), seen, found));
  }

  @Test
  void copesWithManyParametersAndManyMembers() {
    client.get("/v1/checks?" + "tag=a&".repeat(1_300) + "limit=1").hasStatus(400);
    StringBuilder members = new StringBuilder("{\"name\":\"many\"");
    for (int each = 0; each < 50_000; each++) {
      members.append(",\"m").append(each).append("\":1");
    }
    client.post("/v1/status-pages/services", members.append('}').toString()).hasStatus(201);
  }

  /** Whoever needs no key is counted by address, where an answer costs the database something. */
  @Test
  void limitsWhatAnybodyMayAsk() {
    assertThat(Contract.load().operations())
        .filteredOn(OperationContract::open)
        .filteredOn(operation -> operation.limit().isEmpty())
        // Status pages are read from memory, as often as people look.
        .filteredOn(operation -> !operation.path().startsWith("/status/"))
        .extracting(OperationContract::id)
        .containsExactlyInAnyOrder(
            "listLocations",
            "listStaticIps",
            "listStaticIpsByRegion",
            "readStaticIpText",
            "listStaticIpv6s",
            "listStaticIpv6sByRegion",
            "readStaticIpv6Text",
            "listRuntimes",
            "readRuntime",
            "readContract");
  }
}
