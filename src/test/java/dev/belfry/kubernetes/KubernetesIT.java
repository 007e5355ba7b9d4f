package dev.belfry.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.app.TestApp;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.ConfigException;
import dev.belfry.platform.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The manifests are what Kubernetes takes, fit one another, and fit the program. */
class KubernetesIT {
  private static final JsonNode POD = Manifests.only("Deployment").at("/spec/template");
  private static final JsonNode CONTAINER = POD.at("/spec/containers/0");

  @TempDir private Path empty = Path.of("");

  @Test
  void everyDocumentFitsTheSchemaOfItsKind() {
    assertThat(Manifests.all())
        .hasSizeGreaterThan(8)
        .allSatisfy(
            document ->
                assertThatCode(() -> Manifests.requireValid(document))
                    .as(document.toString())
                    .doesNotThrowAnyException());
  }

  @ParameterizedTest
  @CsvSource({
    "Deployment, /spec, replica",
    "Deployment, /spec/template/spec/containers/0, livenesProbe",
    "Deployment, /spec/template/spec/containers/0/securityContext, readOnlyRootFileSystem",
    "PodDisruptionBudget, /spec, maxUnavailible",
    "HorizontalPodAutoscaler, /spec/metrics/0/resource/target, averageUtilisation"
  })
  void aMisspeltMemberIsFound(String kind, String place, String member) {
    JsonNode document = Manifests.only(kind).deepCopy();
    ((ObjectNode) document.at(place)).put(member, true);
    assertThatThrownBy(() -> Manifests.requireValid(document)).hasMessageContaining(member);
  }

  @ParameterizedTest
  @CsvSource({
    "Deployment, /spec, selector",
    "Deployment, /spec/template/spec/containers/0/ports/0, containerPort",
    "HorizontalPodAutoscaler, /spec, maxReplicas"
  })
  void aMissingOrAWrongMemberIsFound(String kind, String place, String member) {
    JsonNode document = Manifests.only(kind).deepCopy();
    ObjectNode at = (ObjectNode) document.at(place);
    at.put(member, "three");
    assertThatThrownBy(() -> Manifests.requireValid(document)).isInstanceOf(Exception.class);
    assertThat(at.remove(member)).isNotNull();
    assertThatThrownBy(() -> Manifests.requireValid(document)).hasMessageContaining(member);
  }

  @Test
  void theKustomizationNamesEveryFileButTheExamples() throws IOException {
    JsonNode kustomization =
        Manifests.read(Manifests.DIRECTORY.resolve(Manifests.KUSTOMIZATION)).get(0);
    List<String> named = new ArrayList<>();
    kustomization.path("resources").forEach(file -> named.add(file.asText()));
    assertThat(named)
        .containsExactlyInAnyOrderElementsOf(
            Manifests.files().stream().filter(file -> !file.contains(".example.")).toList());
    JsonNode image = kustomization.at("/images/0");
    assertThat(image.path("newName").asText() + ":" + image.path("newTag").asText())
        .isEqualTo(CONTAINER.path("image").asText());
  }

  @Test
  void theImageIsTheOneThatComposeBuilds() {
    JsonNode compose = Manifests.read(Path.of("config/compose.yaml")).get(0);
    assertThat(CONTAINER.path("image")).isEqualTo(compose.at("/services/belfry/image"));
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    members(Manifests.only("ConfigMap").path("data"), settings);
    members(Manifests.only("Secret").path("stringData"), settings);
    return settings;
  }

  private static void members(JsonNode data, Map<String, String> into) {
    data.fields().forEachRemaining(one -> into.put(one.getKey(), one.getValue().asText()));
  }

  private Config config() {
    Map<String, String> settings = settings();
    settings.put("BELFRY_DATABASE_URL", "postgresql://belfry:secret@postgres:5432/belfry");
    settings.put("BELFRY_KEY_SECRET", "0123456789abcdef0123456789abcdef");
    settings.put("BELFRY_SEALING_KEY", "fedcba9876543210fedcba9876543210");
    return ConfigLoader.load(settings, empty);
  }

  @Test
  void theSettingsAreOnesOfTheProgramAndTheExampleSecretsAreRefused() {
    assertThat(config().embedded()).isFalse();
    assertThatThrownBy(() -> ConfigLoader.load(settings(), empty))
        .isInstanceOfSatisfying(
            ConfigException.class,
            refused ->
                assertThat(refused.problems())
                    .hasSize(3)
                    .allMatch(
                        problem ->
                            problem.matches("BELFRY_(DATABASE_URL|KEY_SECRET|SEALING_KEY): .*")));
    Set<String> sources = new TreeSet<>();
    CONTAINER.path("envFrom").findValuesAsText("name").forEach(sources::add);
    assertThat(sources)
        .containsExactly(Manifests.only("ConfigMap").at("/metadata/name").asText())
        .containsExactly(Manifests.only("Secret").at("/metadata/name").asText());
  }

  @Test
  void thePodHasLongerToStopThanTheProgramTakes() {
    Config.Shutdown shutdown = config().shutdown();
    assertThat(POD.at("/spec/terminationGracePeriodSeconds").asLong())
        .isGreaterThan(shutdown.delay().plus(shutdown.grace()).plusSeconds(5).toSeconds());
  }

  private static Map<String, Integer> ports() {
    Map<String, Integer> ports = new HashMap<>();
    CONTAINER
        .path("ports")
        .forEach(port -> ports.put(port.path("name").asText(), port.path("containerPort").asInt()));
    return ports;
  }

  @Test
  void thePortsAreThoseOfTheProgramAndEveryNameIsOneOfThem() {
    Config config = config();
    assertThat(ports())
        .containsOnly(
            Map.entry("http", config.http().port()),
            Map.entry("management", config.management().port()));
    Set<String> named = new TreeSet<>();
    for (JsonNode service : Manifests.all("Service")) {
      named.addAll(service.findValuesAsText("targetPort"));
    }
    Manifests.all("NetworkPolicy").stream()
        .filter(policy -> policy.at("/metadata/name").asText().equals("belfry"))
        .forEach(
            policy -> named.addAll(policy.path("spec").path("ingress").findValuesAsText("port")));
    assertThat(named).containsExactlyInAnyOrderElementsOf(ports().keySet());
  }

  @Test
  void theProgramAnswersWhatTheProbesAsk() {
    TestApp app = TestApp.shared();
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      JsonNode asked = CONTAINER.path(probe).path("httpGet");
      assertThat(asked.path("port").asText()).as(probe).isEqualTo("management");
      app.management().get(asked.path("path").asText()).hasStatus(200);
    }
    JsonNode scraped = Manifests.all("Service").get(1).at("/metadata/annotations");
    app.management().get(scraped.path("prometheus.io/path").asText()).hasStatus(200);
    assertThat(scraped.path("prometheus.io/port").asInt()).isEqualTo(ports().get("management"));
  }

  @Test
  void everySelectorFindsThePods() {
    JsonNode labels = POD.at("/metadata/labels");
    assertThat(Manifests.only("Deployment").at("/spec/selector/matchLabels")).isEqualTo(labels);
    assertThat(Manifests.only("PodDisruptionBudget").at("/spec/selector/matchLabels"))
        .isEqualTo(labels);
    assertThat(POD.at("/spec/topologySpreadConstraints").findValues("matchLabels"))
        .isNotEmpty()
        .allMatch(labels::equals);
    assertThat(Manifests.all("Service"))
        .hasSize(2)
        .allMatch(service -> service.at("/spec/selector").equals(labels));
    JsonNode target = Manifests.only("HorizontalPodAutoscaler").at("/spec/scaleTargetRef");
    assertThat(target.path("name")).isEqualTo(Manifests.only("Deployment").at("/metadata/name"));
    assertThat(target.path("kind").asText()).isEqualTo("Deployment");
  }

  @Test
  void thePodMayDoNothingThatItNeedNot() {
    assertThat(POD.at("/spec/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(POD.at("/spec/automountServiceAccountToken").asBoolean(true)).isFalse();
    JsonNode rights = CONTAINER.path("securityContext");
    assertThat(rights.path("readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(rights.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
    assertThat(rights.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
    assertThat(Manifests.all())
        .filteredOn(one -> !one.path("kind").asText().equals("Namespace"))
        .allMatch(one -> one.at("/metadata/namespace").asText().equals("belfry"));
  }
}
