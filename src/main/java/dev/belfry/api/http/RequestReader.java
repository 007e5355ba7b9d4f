package dev.belfry.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.contract.BodySchema;
import dev.belfry.api.contract.DraftReader;
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
  private final DraftReader<?> body;
  private final List<Parameter> ofCurrent;

  /** A request that is valid, and the preconditions under which it takes effect. */
  record Valid(ApiRequest request, Preconditions preconditions) {}

  /**
   * @param ofCurrent parameters of the operation that reads the resource this one is about
   */
  RequestReader(OperationContract contract, DraftReader<?> body, List<Parameter> ofCurrent) {
    this.contract = contract;
    this.body = body;
    this.ofCurrent = ofCurrent;
  }

  /**
   * The request.
   *
   * @param bytes the body as it arrived, null when there is none
   * @throws ApiException 400 that names every offending header, parameter and field
   */
  Valid read(RoutedRequest routed, Caller caller, byte @Nullable [] bytes) {
    List<Violation> violations = new ArrayList<>(0);
    Preconditions preconditions = Preconditions.read(routed.request(), contract, violations);
    return new Valid(request(routed, caller, bytes, violations), preconditions);
  }

  /**
   * The request of a call from within another request, whose headers are not for it.
   *
   * @param bytes the body, null when there is none
   * @throws ApiException 400 that names every offending parameter and field
   */
  ApiRequest called(RoutedRequest routed, Caller caller, byte @Nullable [] bytes) {
    return request(routed, caller, bytes, new ArrayList<>(0));
  }

  private ApiRequest request(
      RoutedRequest routed, Caller caller, byte @Nullable [] bytes, List<Violation> violations) {
    int inHeaders = violations.size();
    Map<String, JsonNode> parameters =
        ParameterReader.read(
            contract.parameters(), routed.parameters(), routed.query(), violations);
    int inParameters = violations.size();
    Object content = content(routed, bytes, violations);
    if (!violations.isEmpty()) {
      boolean query = inParameters > inHeaders && !contract.path().contains("{");
      throw ApiException.invalid(
          violations.size() > inParameters
              ? ApiException.Source.PAYLOAD
              : query ? ApiException.Source.QUERY : ApiException.Source.PARAMS,
          violations);
    }
    RequestHead head =
        new RequestHead(routed.request(), contract.open() && content != null ? bytes : null);
    return request(routed, caller, parameters, content, head);
  }

  /** Asks for the resource that a valid request is about, in its usual form. */
  ApiRequest current(RoutedRequest routed, Caller caller) {
    return request(
        routed,
        caller,
        ParameterReader.read(ofCurrent, routed.parameters(), null, new ArrayList<>(0)),
        null,
        new RequestHead(routed.request()));
  }

  private static ApiRequest request(
      RoutedRequest routed,
      Caller caller,
      Map<String, JsonNode> parameters,
      @Nullable Object content,
      RequestHead head) {
    return new ApiRequest(caller, routed.path(), routed.query(), parameters, content, head);
  }

  private @Nullable Object content(
      RoutedRequest routed, byte @Nullable [] bytes, List<Violation> violations) {
    BodySchema schema = contract.bodySchema();
    if (schema == null || bytes == null) {
      return null;
    }
    byte[] json = contract.takesForm() ? FormBody.json(bytes, schema.lists()) : bytes;
    boolean omitsUnset = SourceHeader.omitsUnset(routed.request());
    return body.read(schema.read(json, omitsUnset, violations), violations);
  }
}
