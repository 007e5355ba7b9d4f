package dev.belfry.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FuzzRequestTest {
  private static final FuzzContract CONTRACT = new FuzzContract();

  private static FuzzAccount account(String name) {
    OwnedThings things = new OwnedThings();
    for (OwnedKind kind : OwnedKind.values()) {
      things.keep(kind, "7", "8");
      things.add(kind, "9", "10");
    }
    return new FuzzAccount(
        name, new UUID(1, name.hashCode()), "Mark" + name, new EnumMap<>(FuzzKey.class), things);
  }

  private static List<FuzzRequest> requests(long seed) {
    RequestGenerator generator = new RequestGenerator(CONTRACT, seed, account("A"), account("B"));
    return LongStream.range(300, 500).mapToObj(generator::request).toList();
  }

  @Test
  void isMadeAgainFromSeedAndNumber() {
    List<String> first = requests(5).stream().map(FuzzRequest::curl).toList();
    assertThat(requests(5)).extracting(FuzzRequest::curl).isEqualTo(first);
    assertThat(requests(6)).extracting(FuzzRequest::curl).isNotEqualTo(first);
  }

  @Test
  void hasItsPlaceInARound() {
    for (FuzzRequest request : requests(5)) {
      boolean refused =
          switch (request.family()) {
            case BROKEN, PARAMETER, PATH, DEAD_KEY, TENANT -> true;
            case VALID, BOUNDARY, RACE -> false;
            case ENCODING, CONDITION -> !RequestGenerator.changes(request.number());
          };
      assertThat(refused).isNotEqualTo(RequestGenerator.changes(request.number()));
    }
  }

  @Test
  void standsInAShellAsItIsSent() {
    FuzzContract.Operation operation = CONTRACT.operation("createService");
    FuzzRequest request =
        new FuzzRequest(
            1,
            FuzzRequest.Family.VALID,
            "valid",
            operation,
            List.of(),
            "POST",
            "/v1/status-pages/services",
            account("A"),
            FuzzKey.READ,
            Map.of("content-type", "application/json"),
            Buffer.buffer("{\"name\":\"it's\"}"),
            false,
            Expectation.DECLARED);
    assertThat(request.curl())
        .isEqualTo(
            "curl -i -X POST -H \"Authorization: Bearer $A_READ\""
                + " -H 'content-type: application/json' \"$U\"'/v1/status-pages/services'"
                + " --data-binary '{\"name\":\"it'\\''s\"}'");
  }

  @Test
  void findsWhatAPathNames() {
    assertThat(OwnedKind.of("/v1/check-groups/{id}/checks/{checkId}")).contains(OwnedKind.MEMBER);
    assertThat(OwnedKind.of("/v1/check-groups/{id}/checks")).contains(OwnedKind.GROUP);
    assertThat(OwnedKind.of("/v1/checks")).isEmpty();
    for (FuzzContract.Operation operation : CONTRACT.operations()) {
      assertThat(OwnedKind.of(operation.path()).isPresent())
          .as(operation.path())
          .isEqualTo(operation.hasPathParameters());
    }
  }
}
