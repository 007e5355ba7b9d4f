package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * API9, improper inventory management: what is served is what the contract lists, and nothing that
 * was forgotten. The service itself refuses to start when contract and operations differ.
 */
class InventoryIT {
  private static final TestApp APP = TestApp.shared();
  private final ApiClient client = APP.as(APP.newTenant());

  @Test
  void theContractThatIsServedListsEveryOperation() {
    JsonNode paths = APP.client().get("/openapi.json").hasStatus(200).at("/paths");
    List<String> listed = new ArrayList<>();
    paths.forEach(path -> path.forEach(one -> listed.add(one.path("operationId").asText())));
    listed.removeIf(String::isEmpty);
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            Contract.load().operations().stream().map(OperationContract::id).toList());
  }

  private static Set<String> templates() {
    return Contract.load().operations().stream()
        .map(OperationContract::path)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void noOtherVersionOfAPathAnswers() {
    Set<String> known = templates();
    int walked = 0;
    for (String template : known) {
      for (String version : List.of("v0", "v1", "v2", "v3")) {
        String other = template.replaceFirst("^/(v\\d|next)/", "/" + version + "/");
        String path = other.replaceAll("\\{[^}]+}", "1");
        // A parameter of another path may stand for anything.
        if (Contract.load().methodsOn(path).isEmpty()) {
          client.get(path).isNotFound();
          walked++;
        }
      }
    }
    assertThat(walked).isGreaterThan(150);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/v1",
        "/v1/",
        "/admin",
        "/actuator",
        "/actuator/health",
        "/metrics",
        "/health",
        "/debug/pprof",
        "/swagger.json",
        "/openapi.yaml",
        "/api-docs",
        "/graphql",
        "/.env",
        "/.git/config",
        "/docs/swagger-initializer.js.map",
        "/docs/../META-INF/MANIFEST.MF",
        "/docs/..%5c..%5clogback.xml",
        "/webjars/swagger-ui/index.html",
        "/META-INF/MANIFEST.MF"
      })
  void nothingElseAnswers(String path) {
    client.get(path).isNotFound();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/docs/%2e%2e/%2e%2e/logback.xml",
        "/status/x/%2e%2e/%2e%2e/v1/checks",
        "/status/x/%2E%2E/%2e./console/",
        "/docs/.%2e/openapi.json"
      })
  void escapedDotsLeadNowhere(String path) {
    client.get(path).isError(400, "Bad Request", "The path is not well-formed");
  }
}
