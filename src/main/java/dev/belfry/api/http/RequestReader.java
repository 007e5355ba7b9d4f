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

/** Reads what a request of one operation says, and refuses it with all that is wrong with it. */
final class RequestReader {
  private final OperationContract contract;
  private final BodyRules rules;
  private final List<Parameter> ofCurrent;

  /** A request that is valid, and when it is to be done. */
  record Valid(ApiRequest request, Preconditions conditions) {}

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
    Preconditions conditions = Preconditions.read(routed.request(), contract, violations);
    int inHeaders = violations.size();
    Map<String, JsonNode> parameters =
        ParameterReader.read(
            contract.parameters(), routed.parameters(), routed.request().query(), violations);
    int inParameters = violations.size();
    ObjectNode content = content(body, violations);
    Object draft = content == null ? null : draft(content, violations);
    if (!violations.isEmpty()) {
      boolean query = inParameters > inHeaders && !contract.path().contains("{");
      throw ApiException.invalid(
          violations.size() > inParameters
              ? ApiException.Source.PAYLOAD
              : query ? ApiException.Source.QUERY : ApiException.Source.PARAMS,
          violations);
    }
    return new Valid(request(routed, caller, parameters, content, draft), conditions);
  }

  /** Asks for the resource that a valid request is about, in its usual form. */
  ApiRequest current(RoutedRequest routed, Caller caller) {
    return request(
        routed,
        caller,
        ParameterReader.read(ofCurrent, routed.parameters(), null, new ArrayList<>(0)),
        null,
        null);
  }

  private static ApiRequest request(
      RoutedRequest routed,
      Caller caller,
      Map<String, JsonNode> parameters,
      @Nullable ObjectNode content,
      @Nullable Object draft) {
    return new ApiRequest(
        caller,
        routed.path(),
        routed.request().query(),
        parameters,
        content,
        draft,
        new RequestHead(routed.request()));
  }

  private @Nullable ObjectNode content(byte @Nullable [] body, List<Violation> violations) {
    BodySchema schema = contract.bodySchema();
    if (schema == null || body == null) {
      return null;
    }
    return schema.read(contract.takesForm() ? FormBody.json(body) : body, violations);
  }

  /** Applies the rules; of a field that violates its schema already they say nothing more. */
  private @Nullable Object draft(ObjectNode content, List<Violation> violations) {
    BodyRules.Checked checked = rules.check(content);
    for (Violation violation : checked.violations()) {
      if (violations.stream().noneMatch(known -> known.path().equals(violation.path()))) {
        violations.add(violation);
      }
    }
    return checked.draft();
  }
}
