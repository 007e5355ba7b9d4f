package dev.belfry.api.mcp;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationCalls;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import org.junit.jupiter.api.Test;

class ToolTest {
  private static final ToolCatalog TOOLS = ToolCatalog.of(Contract.load());

  private static OperationCalls.Call call(String tool, String arguments) {
    return requireNonNull(TOOLS.find(tool)).call(JsonText.parse(arguments));
  }

  @Test
  void putsArgumentsWhereTheOperationHasThem() {
    OperationCalls.Call call = call("readVariable", "{\"key\":\"A B/?\"}");
    assertThat(call.path()).isEqualTo("/v1/variables/A%20B%2F%3F");
    assertThat(call.parameters()).containsEntry("key", "A B/?");
    assertThat(call.query()).isNull();
    assertThat(call.body()).isNull();
  }

  @Test
  void repeatsListsAndLeavesOutWhatIsNull() {
    OperationCalls.Call call =
        call(
            "readCheckOverview",
            "{\"state\":[\"FAILING\",\"NO_DATA\"],\"search\":\"a&b=ü\",\"limit\":5,\"tag\":null}");
    assertThat(requireNonNull(call.query()).split("&", -1))
        .containsExactlyInAnyOrder(
            "limit=5", "state=FAILING", "state=NO_DATA", "search=a%26b%3D%C3%BC");
  }

  @Test
  void sendsTheBodyAsItIs() {
    OperationCalls.Call call = call("createUrlMonitor", "{\"body\":{\"name\":\"ü\",\"x\":1.50}}");
    assertThat(call.body()).isEqualTo("{\"name\":\"ü\",\"x\":1.5}");
  }

  @Test
  void namesEveryArgumentThatCannotBe() {
    ApiException refused =
        catchThrowableOfType(
            ApiException.class, () -> call("readCheck", "{\"checkId\":\"x\",\"body\":{}}"));
    assertThat(refused.violations())
        .extracting(Violation::path)
        .containsExactlyInAnyOrder("/id", "/checkId", "/body");
    assertThat(refused.violations())
        .extracting(Violation::message)
        .anyMatch(message -> message.startsWith("is no argument; there are id"));
  }

  @Test
  void refusesObjectsInQueries() {
    ApiException refused =
        catchThrowableOfType(ApiException.class, () -> call("listChecks", "{\"limit\":{\"a\":1}}"));
    assertThat(refused.violations()).extracting(Violation::path).containsExactly("/limit");
  }
}
