package dev.belfry.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The documents of {@code config/kubernetes}, and Kubernetes' own idea of what they may say. */
final class Manifests {
  static final Path DIRECTORY = Path.of("config/kubernetes");
  static final String KUSTOMIZATION = "kustomization.yaml";

  private static final YAMLMapper YAML = new YAMLMapper();

  /** How the official client reads a kind; refuses members it does not know and misses none. */
  private interface Reader {
    Object read(String json) throws IOException;
  }

  private static final Map<String, Reader> READERS =
      Map.ofEntries(
          Map.entry("v1 Namespace", V1Namespace::fromJson),
          Map.entry("v1 ConfigMap", V1ConfigMap::fromJson),
          Map.entry("v1 Secret", V1Secret::fromJson),
          Map.entry("v1 Service", V1Service::fromJson),
          Map.entry("apps/v1 Deployment", V1Deployment::fromJson),
          Map.entry("apps/v1 StatefulSet", V1StatefulSet::fromJson),
          Map.entry("policy/v1 PodDisruptionBudget", V1PodDisruptionBudget::fromJson),
          Map.entry("autoscaling/v2 HorizontalPodAutoscaler", V2HorizontalPodAutoscaler::fromJson),
          Map.entry("networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy::fromJson),
          Map.entry("networking.k8s.io/v1 Ingress", V1Ingress::fromJson));

  private Manifests() {}

  /** The names of all files with resources, sorted. */
  static List<String> files() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files
          .map(file -> file.getFileName() + "")
          .filter(name -> !name.equals(KUSTOMIZATION))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The documents of one file. */
  static List<JsonNode> read(Path file) {
    try (MappingIterator<JsonNode> documents =
        YAML.readerFor(JsonNode.class).readValues(file.toFile())) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The documents of all files with resources. */
  static List<JsonNode> all() {
    List<JsonNode> all = new ArrayList<>();
    files().forEach(file -> all.addAll(read(DIRECTORY.resolve(file))));
    return all;
  }

  /** The documents of a kind. */
  static List<JsonNode> all(String kind) {
    return all().stream().filter(one -> one.path("kind").asText().equals(kind)).toList();
  }

  /** The one document of a kind. */
  static JsonNode only(String kind) {
    List<JsonNode> found = all(kind);
    if (found.size() != 1) {
      throw new AssertionError("there are " + found.size() + " of " + kind);
    }
    return found.get(0);
  }

  /**
   * Reads a document as Kubernetes' API server would.
   *
   * @throws RuntimeException when it does not fit the schema of its kind
   */
  static void requireValid(JsonNode document) throws IOException {
    String type = document.path("apiVersion").asText() + " " + document.path("kind").asText();
    Reader reader = READERS.get(type);
    if (reader == null) {
      throw new IllegalArgumentException("nobody knows " + type);
    }
    reader.read(document.toString());
  }
}
