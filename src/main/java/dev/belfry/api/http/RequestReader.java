package dev.belfry.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.contract.BodySchema;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.api.contract.Parameter;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a request of one operation; a refusal names every fault of it. */
final class RequestReader {
  private final OperationContract contract;
  private final BodyRules rules;
  private final List<Parameter> ofCurrent;

  /** A request that is valid, and the preconditions under which it takes effect. */
  record Valid(ApiRequest request, Preconditions preconditions) {}

  /**
   * @param ofCurrent parameters of the operation that reads the resource this one is about
   */
  RequestReader(OperationContract contract, BodyRules rules, List<Parameter> ofCurrent) {
    this.contract = contract;
    this.rules = rules;
    this.ofCurrent = ofCurrent;
  }

  /**
   * The request.
   *
   * @throws ApiException 400 that names every offending header, parameter and field
   */
  Valid read(RoutedRequest routed, Caller caller, byte @Nullable [] body) {
    List<Violation> violations = new ArrayList<>(0);
    Preconditions preconditions = Preconditions.read(routed.request(), contract, violations);
    int inHeaders = violations.size();
    Map<String, JsonNode> parameters =
        ParameterReader.read(
            contract.parameters(), routed.parameters(), routed.request().query(), violations);
    int inParameters = violations.size();
    ObjectNode content = content(body, violations);
    if (!violations.isEmpty()) {
      boolean query = inParameters > inHeaders && !contract.path().contains("{");
      throw ApiException.invalid(
          violations.size() > inParameters
              ? ApiException.Source.PAYLOAD
              : query ? ApiException.Source.QUERY : ApiException.Source.PARAMS,
          violations);
    }
    return new Valid(request(routed, caller, parameters, content), preconditions);
  }

  /** Asks for the resource that a valid request is about, in its usual form. */
  ApiRequest current(RoutedRequest routed, Caller caller) {
    return request(
        routed,
        caller,
        ParameterReader.read(ofCurrent, routed.parameters(), null, new ArrayList<>(0)),
        null);
  }

  private static ApiRequest request(
      RoutedRequest routed,
      Caller caller,
      Map<String, JsonNode> parameters,
      @Nullable ObjectNode content) {
    return new ApiRequest(
        caller,
        routed.path(),
        routed.request().query(),
        parameters,
        content,
        new RequestHead(routed.request()));
  }

  private @Nullable ObjectNode content(byte @Nullable [] body, List<Violation> violations) {
    BodySchema schema = contract.bodySchema();
    if (schema == null || body == null) {
      return null;
    }
    ObjectNode content = schema.read(contract.takesForm() ? FormBody.json(body) : body, violations);
    for (Violation violation : rules.violations(content)) {
      if (violations.stream().noneMatch(known -> known.path().equals(violation.path()))) {
        violations.add(violation);
      }
    }
    return content;
  }
}
