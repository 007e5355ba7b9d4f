package dev.belfry.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.platform.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code config/kubernetes-example} names only what exists, and the manual makes its secrets. */
class ExampleOverlayTest {
  private static final Path DIRECTORY = Path.of("config/kubernetes-example");
  private static final Path MANUAL = Path.of("src/docs/operations/deploy.md");
  private static final Pattern LINE = Pattern.compile("(?m)^(BELFRY_[A-Z_]+)=(.+)$");
  private static final JsonNode OVERLAY =
      Manifests.read(DIRECTORY.resolve(Manifests.KUSTOMIZATION)).get(0);

  @TempDir private Path empty = Path.of("");

  private static List<JsonNode> documents() {
    List<JsonNode> documents = new ArrayList<>(Manifests.all());
    documents.removeIf(one -> one.path("kind").asText().equals("Secret"));
    for (JsonNode resource : OVERLAY.path("resources")) {
      Path path = DIRECTORY.resolve(resource.asText()).normalize();
      if (path.equals(Manifests.DIRECTORY)) {
        continue;
      }
      documents.addAll(Manifests.read(path));
    }
    return documents;
  }

  private static Set<String> names(List<JsonNode> documents, String kind) {
    Set<String> names = new TreeSet<>();
    documents.stream()
        .filter(one -> one.path("kind").asText().equals(kind))
        .forEach(one -> names.add(one.at("/metadata/name").asText()));
    return names;
  }

  private static List<String> referenced(List<JsonNode> documents, String reference) {
    List<String> names = new ArrayList<>();
    documents.forEach(
        one -> one.findValues(reference).forEach(at -> names.add(at.path("name").asText())));
    return names;
  }

  @Test
  void everyDocumentFitsTheSchemaOfItsKind() {
    assertThat(documents())
        .allSatisfy(
            document ->
                assertThatCode(() -> Manifests.requireValid(document))
                    .as(document.toString())
                    .doesNotThrowAnyException());
  }

  @Test
  void everyNameThatAPodRefersToExists() {
    List<JsonNode> documents = documents();
    List<String> generated = OVERLAY.path("secretGenerator").findValuesAsText("name");
    assertThat(referenced(documents, "secretRef"))
        .containsExactlyInAnyOrderElementsOf(generated)
        .isNotEmpty();
    assertThat(referenced(documents, "configMapRef")).isSubsetOf(names(documents, "ConfigMap"));
    assertThat(names(documents, "StatefulSet")).isSubsetOf(names(documents, "Service"));
    assertThat(OVERLAY.at("/images/0"))
        .isEqualTo(
            Manifests.read(Manifests.DIRECTORY.resolve(Manifests.KUSTOMIZATION))
                .get(0)
                .at("/images/0"));
  }

  @Test
  void theManualMakesTheFilesOfTheSecrets() throws IOException {
    String manual = Files.readString(MANUAL);
    for (JsonNode file : OVERLAY.path("secretGenerator").findValues("envs")) {
      assertThat(manual).contains(" > " + file.get(0).asText());
    }
    Map<String, String> settings = new HashMap<>();
    Matcher line = LINE.matcher(manual);
    while (line.find()) {
      settings.put(
          line.group(1),
          line.group(2)
              .replace("$password", "0123456789abcdef")
              .replace("$(openssl rand -hex 32)", line.group(1).length() + "0".repeat(62)));
    }
    List<JsonNode> documents = documents();
    var database = ConfigLoader.load(settings, empty).database().address();

    assertThat(settings).hasSize(3);
    assertThat(database).isNotNull();
    assertThat(settings.get("BELFRY_DATABASE_URL")).contains("@postgres:5432/");
    assertThat(names(documents, "Service")).contains("postgres");
  }
}
