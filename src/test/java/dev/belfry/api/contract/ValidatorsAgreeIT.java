package dev.belfry.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import dev.belfry.testing.LibraryContract;
import io.vertx.core.Vertx;
import io.vertx.core.json.Json;
import io.vertx.json.schema.Validator;
import io.vertx.openapi.contract.OpenAPIContract;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Our compiled readers and the OpenAPI library's validator must never disagree about a body, for
 * every operation of the contract that takes one.
 */
class ValidatorsAgreeIT {
  private static final int SAMPLES = 400;
  private static final ContractDocument DOCUMENT = ContractDocument.read();

  private static Vertx vertx;
  private static OpenAPIContract library;

  @BeforeAll
  static void load() {
    vertx = Vertx.vertx();
    library = LibraryContract.load(vertx);
  }

  @AfterAll
  static void close() {
    vertx.close().await();
  }

  static Stream<OperationContract> operationsWithBody() {
    return Contract.of(DOCUMENT).operations().stream()
        // The library knows no schemas of forms.
        .filter(operation -> operation.body().isPresent() && !operation.takesForm());
  }

  @ParameterizedTest
  @MethodSource("operationsWithBody")
  void onEveryBody(OperationContract operation) {
    Validator theirs =
        library
            .getSchemaRepository()
            .validator(
                library
                    .operation(operation.id())
                    .getRequestBody()
                    .determineContentType("application/json")
                    .getSchema());
    JsonNode schema = schema(operation);
    SchemaSamples samples = new SchemaSamples(DOCUMENT.document(), operation.id().hashCode());
    int valid = 0;
    for (int i = 0; i < SAMPLES; i++) {
      JsonNode body = samples.valid(schema);
      for (int broken = 0; broken < i % 3; broken++) {
        body = samples.broken(body);
      }
      boolean ours = accepts(operation, body);
      boolean agreed = theirs.validate(Json.decodeValue(body.toString())).getValid();
      assertThat(ours).as("our verdict on %s", body).isEqualTo(agreed);
      valid += ours ? 1 : 0;
    }
    assertThat(valid).as("valid samples").isBetween(SAMPLES / 10, SAMPLES * 9 / 10);
  }

  private static JsonNode schema(OperationContract operation) {
    String method = operation.method().toLowerCase(java.util.Locale.ROOT);
    return DOCUMENT
        .document()
        .get("paths")
        .get(operation.path())
        .get(method)
        .at("/requestBody/content/application~1json/schema");
  }

  private static boolean accepts(OperationContract operation, JsonNode body) {
    List<Violation> violations = new ArrayList<>();
    try {
      operation
          .body()
          .orElseThrow()
          .read(body.toString().getBytes(StandardCharsets.UTF_8), violations);
    } catch (ApiException notAnObject) {
      return false;
    }
    return violations.isEmpty();
  }
}
