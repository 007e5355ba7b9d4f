package dev.belfry.monitoring.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.ResourceType;
import dev.belfry.monitoring.location.PrivateLocationLookup;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.testing.ResourceReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GroupResourceTest {
  private final GroupResource resource =
      new GroupResource(
          new GroupLookup(), new PrivateLocationLookup(), Sealer.of(List.of("any secret at all")));
  private final ResourceReader reader = new ResourceReader(resource);

  private static String payload(String members) {
    return "{\"name\":\"Web\"" + members + "}";
  }

  @Test
  void refersToWhatItDependsOn() {
    assertThat(resource.type()).isEqualTo(ResourceType.CHECK_GROUP);
    assertThat(resource.references())
        .containsOnly(
            Map.entry("/dependsOn/*/checkId", ResourceType.CHECK),
            Map.entry("/dependsOn/*/groupId", ResourceType.CHECK_GROUP));
  }

  @Test
  void generationsDifferInTheirDefaultsAlone() {
    ObjectNode first = reader.document(payload(""));
    ObjectNode second = reader.document(payload(",\"v\":2"));
    assertThat(first.properties().stream().map(member -> member.getKey()))
        .containsExactlyInAnyOrderElementsOf(
            second.properties().stream().map(member -> member.getKey()).toList())
        .doesNotContain("v");
    assertThat(first.get("retryStrategy").isNull()).isTrue();
    assertThat(first.get("useGlobalAlertSettings").booleanValue()).isTrue();
    assertThat(first.get("runParallel").booleanValue()).isFalse();
    assertThat(second.get("retryStrategy").textValue()).isEqualTo("FALLBACK");
    assertThat(second.get("useGlobalAlertSettings").isNull()).isTrue();
    assertThat(second.get("alertSettings").isNull()).isTrue();
    assertThat(List.of(first, second))
        .allSatisfy(document -> assertThat(document.get("concurrency").intValue()).isEqualTo(10))
        .allSatisfy(document -> assertThat(document.get("frequency").isNull()).isTrue());
    assertThat(reader.document(payload(",\"v\":1"))).isEqualTo(first);
  }

  @Test
  void leavesOutSubscriptions() {
    assertThat(reader.document(payload(",\"v\":2,\"alertChannelSubscriptions\":7")))
        .isEqualTo(reader.document(payload(",\"v\":2")));
  }

  @Test
  void writesValuesAsTheyAreStored() {
    ObjectNode document =
        reader.document(
            payload(
                """
                ,"v":2,"tags":null,"retryStrategy":{"type":"LINEAR","onlyOn":"NETWORK_ERROR"},
                "apiCheckDefaults":{"url":"u","headers":null,"basicAuth":{"username":"u"}}"""));
    assertThat(document.get("tags")).isEmpty();
    assertThat(document.at("/retryStrategy/onlyOn/0").textValue()).isEqualTo("NETWORK_ERROR");
    assertThat(document.at("/apiCheckDefaults/headers").isArray()).isTrue();
    assertThat(document.at("/apiCheckDefaults/basicAuth/password").textValue()).isEmpty();
  }

  @Test
  void masksSecretsInACopy() {
    ObjectNode document =
        reader.document(
            payload(
                """
                ,"v":2,"environmentVariables":[{"key":"A","value":"plain"},
                 {"key":"B","value":"hidden","secret":true}],
                "apiCheckDefaults":{"basicAuth":{"username":"u","password":"hidden"}}"""));
    assertThat(resource.masked(document).toString())
        .contains("plain", "\"value\":\"****\"", "\"password\":\"****\"")
        .doesNotContain("hidden");
    assertThat(document.toString()).contains("hidden");
    ObjectNode none = reader.document(payload(",\"apiCheckDefaults\":{\"basicAuth\":{}}"));
    assertThat(resource.masked(none)).isEqualTo(none);
  }

  @Test
  void namesEveryFieldThatIsWrongButNoSecret() {
    String payload =
        payload(
            """
            ,"v":2,"concurrency":0,"browserChecks":{"frequency":"EVERY_10S"},
            "environmentVariables":[{"key":"A"},{"key":"","value":"hidden","secret":true},
             {"key":"B","value":{"hidden":"hidden"},"secret":true}],
            "apiCheckDefaults":{"basicAuth":{"password":["hidden"]}}""");
    assertThat(reader.paths(payload))
        .containsExactlyInAnyOrder(
            "/concurrency",
            "/browserChecks/frequency",
            "/environmentVariables/0/value",
            "/environmentVariables/1/key",
            "/environmentVariables/2/value",
            "/apiCheckDefaults/basicAuth/password");
    assertThat(reader.violations(payload).toString()).doesNotContain("hidden");
  }
}
