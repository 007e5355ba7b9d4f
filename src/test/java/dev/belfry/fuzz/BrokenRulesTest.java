package dev.belfry.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.BodySchema;
import dev.belfry.api.contract.Contract;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class BrokenRulesTest {
  private static final FuzzContract CONTRACT = new FuzzContract();
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String MONITOR =
      """
      {"name":"Home","frequency":10,"groupOrder":3,"maxResponseTime":9000,"tags":["a"],
       "request":{"url":"http://h/"},
       "alertSettings":{"escalationType":"RUN_BASED"}}""";

  private static List<BrokenRules.Broken> of(String operation, String body) {
    return BrokenRules.of(CONTRACT, CONTRACT.operation(operation).body(), object(body));
  }

  private static ObjectNode object(String json) {
    try {
      return (ObjectNode) MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }

  private static JsonNode after(String rule, String pointer) {
    return of("createUrlMonitor", MONITOR).stream()
        .filter(broken -> broken.rule().equals(rule) && pointer.equals(broken.pointer()))
        .map(broken -> (JsonNode) object(broken.body()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void changesNothingButTheNamedValue() {
    ObjectNode whole = object(MONITOR);
    ObjectNode without = (ObjectNode) after("required left out", "/request/url");
    assertThat(without.at("/request").has("url")).isFalse();
    ((ObjectNode) without.get("request")).put("url", "http://h/");
    assertThat(without).isEqualTo(whole);
  }

  @Test
  void crossesEveryBound() {
    assertThat(after("too long", "/name").get("name").asText()).hasSize(256);
    assertThat(after("too short", "/name").get("name").asText()).isEmpty();
    assertThat(after("below the minimum", "/groupOrder").get("groupOrder").asLong()).isEqualTo(-1);
    assertThat(after("above the maximum", "/maxResponseTime").get("maxResponseTime").asLong())
        .isEqualTo(30_001);
    assertThat(after("too many items", "/tags").get("tags")).hasSize(101);
    assertThat(after("not in the enumeration", "/frequency").get("frequency").asInt())
        .isEqualTo(-77);
  }

  @Test
  void leavesNullWhereItIsAllowed() {
    Set<String> nulls =
        of("createUrlMonitor", MONITOR).stream()
            .filter(broken -> broken.rule().equals("null"))
            .map(BrokenRules.Broken::pointer)
            .collect(Collectors.toSet());
    assertThat(nulls).contains("/name", "/tags", "/request").doesNotContain("/groupOrder");
  }

  @Test
  void endsWhatHasAPatternWithANewline() {
    assertThat(of("createVariable", "{\"key\":\"A\",\"value\":\"x\"}"))
        .filteredOn(broken -> broken.rule().equals("a newline at the end"))
        .singleElement()
        .satisfies(
            broken -> assertThat(object(broken.body()).get("key").asText()).isEqualTo("A\n"));
  }

  @Test
  void givesAMemberTwice() {
    assertThat(of("createService", "{\"name\":\"Web\"}"))
        .extracting(BrokenRules.Broken::body)
        .contains("{\"name\":\"Web\",\"name\":\"Web\"}");
  }

  /** What is generated as right must be right by the schema, or the broken ones show nothing. */
  @Test
  void startsFromBodiesThatTheContractAccepts() {
    Contract contract = Contract.load();
    for (FuzzContract.Operation operation : CONTRACT.operations()) {
      for (int seed = 0; operation.takesJson() && seed < 20; seed++) {
        ObjectNode body = generated(operation, seed);
        BodySchema schema = contract.operation(operation.id()).body().orElseThrow();
        List<Violation> violations = new ArrayList<>();
        schema.read(body.deepCopy(), violations);
        assertThat(violations).as("%s %s", operation.id(), body).isEmpty();
      }
    }
  }

  /** Each broken body, read by the service's own readers, is refused for the value it names. */
  @Test
  void breaksARuleWithEachBody() {
    Contract contract = Contract.load();
    for (FuzzContract.Operation operation : CONTRACT.operations()) {
      if (operation.takesJson()) {
        BodySchema schema = contract.operation(operation.id()).body().orElseThrow();
        for (BrokenRules.Broken broken :
            BrokenRules.of(CONTRACT, operation.body(), generated(operation, 1))) {
          if (isReadable(broken)) {
            List<Violation> violations = new ArrayList<>();
            schema.read(object(broken.body()), violations);
            assertThat(violations)
                .as("%s, %s at %s", operation.id(), broken.rule(), broken.pointer())
                .isNotEmpty();
          }
        }
      }
    }
  }

  /** Some rules are those of the parser, which reads bytes. */
  private static boolean isReadable(BrokenRules.Broken broken) {
    return !Set.of(
            "a member twice",
            "nested too deep",
            "a huge number",
            "a huge exponent",
            "a NUL",
            "half a character",
            "a newline at the end",
            "a bad end")
        .contains(broken.rule());
  }

  private static ObjectNode generated(FuzzContract.Operation operation, int seed) {
    Random random = new Random(seed);
    ValueHints hints = new ValueHints(random, new OwnedThings(), "x" + seed);
    return new BodyGenerator(CONTRACT, random, hints, "Marker").body(operation);
  }
}
