package dev.belfry.engine.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.monitoring.certificate.CertificateJson;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Completed requests of API checks as documents for an agent. They hold secrets in the clear: never
 * for an answer of the API, a file or a log.
 */
public final class CompletedRequestJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private CompletedRequestJson() {}

  /** The document of a request. */
  public static ObjectNode of(CompletedRequest completed) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.set("request", JSON.valueToTree(completed.probe().request()));
    node.put("timeout", completed.probe().timeout().toMillis());
    completed.mask().forms().forEach(node.putArray("secrets")::add);
    CertificateJson.write(completed.probe().certificates(), node.putArray("certificates"));
    return node;
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException when it is none of a request
   */
  public static CompletedRequest read(JsonNode node) {
    if (!node.path("request").isObject()) {
      throw new IllegalArgumentException("The document has no request");
    }
    List<String> forms = new ArrayList<>();
    node.path("secrets").forEach(one -> forms.add(one.asText()));
    return new CompletedRequest(
        new ProbeRequest(
                CheckRequest.read(CheckType.API, node.path("request")),
                Duration.ofMillis(Math.max(1, node.path("timeout").asLong())))
            .with(CertificateJson.read(node.path("certificates"))),
        SecretMask.ofForms(forms));
  }
}
