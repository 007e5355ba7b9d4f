package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The jar says what is in it, and all of that may be shipped (ADR 0026). */
class BillOfMaterialsIT {
  /** Of a component with several licences one is enough: we may choose. */
  private static final Set<String> MAY_BE_SHIPPED =
      Set.of(
          "Apache-2.0",
          "Go License", // Of re2j: BSD-3-Clause.
          "MIT",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "0BSD",
          "CC0-1.0",
          "EPL-1.0",
          "EPL-2.0");

  private static JsonNode shipped() {
    try (JarFile jar = new JarFile("target/belfry.jar");
        InputStream bill =
            jar.getInputStream(
                Objects.requireNonNull(jar.getEntry("META-INF/sbom/belfry.cdx.json")))) {
      return new ObjectMapper().readTree(bill);
    } catch (IOException e) {
      throw new UncheckedIOException("made by mvn package", e);
    }
  }

  private static List<String> doubtful(JsonNode bill) {
    List<String> doubtful = new ArrayList<>();
    for (JsonNode component : bill.path("components")) {
      List<String> licences = new ArrayList<>();
      component
          .path("licenses")
          .forEach(
              one ->
                  Stream.of("/license/id", "/license/name", "/expression")
                      .map(place -> one.at(place).asText())
                      .forEach(licences::add));
      if (licences.stream().noneMatch(MAY_BE_SHIPPED::contains)) {
        doubtful.add(component.path("name").asText() + " " + licences);
      }
    }
    return doubtful;
  }

  @Test
  void namesEveryLibraryWithItsVersion() {
    JsonNode bill = shipped();
    assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(bill.path("components"))
        .hasSizeGreaterThan(50)
        .allMatch(one -> one.path("purl").asText().matches("pkg:maven/.+@.+"));
    assertThat(bill.path("components").findValuesAsText("name"))
        .contains("vertx-core", "netty-codec-http", "postgresql")
        .doesNotContain("junit-jupiter", "client-java-api");
    assertThat(bill.path("components").findValuesAsText("version"))
        .noneMatch(version -> version.contains("SNAPSHOT"));
  }

  @Test
  void everyLicenceIsOneThatMayBeShippedAndAPlantedOneIsFound() {
    JsonNode bill = shipped();
    assertThat(doubtful(bill)).isEmpty();
    ((ObjectNode) bill.at("/components/0"))
        .putArray("licenses")
        .addObject()
        .putObject("license")
        .put("id", "AGPL-3.0");
    ((ObjectNode) bill.at("/components/1")).remove("licenses");
    assertThat(doubtful(bill)).hasSize(2).anyMatch(one -> one.contains("AGPL-3.0"));
  }
}
