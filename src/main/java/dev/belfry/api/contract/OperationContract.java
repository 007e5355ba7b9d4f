package dev.belfry.api.contract;

import dev.belfry.api.auth.Role;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the contract says of one operation.
 *
 * @param id the {@code operationId}
 * @param method HTTP method in capitals
 * @param path path template, for example {@code /v1/checks/{id}}
 * @param open whether it is answered without a key
 * @param takesHead whether HEAD leads to it, too
 * @param writes whether it changes something, and so needs a key with write scope
 * @param leastRole the role that a person needs
 * @param ofRestricted whether a person may use it who has to set up a second factor first
 * @param keyed whether a request may name an {@code Idempotency-Key}; others are done each time
 * @param parameters path and query parameters
 * @param bodySchema schema of the request body, null when it takes neither JSON nor a form
 * @param takesBytes whether the request body is any bytes
 * @param takesForm whether the request body is a form, as browsers send it, in place of JSON
 * @param ownLimit its own rate limit, null when the limit of the key applies
 * @param leastBodyBound its body may be this large, in bytes, even where others may not; mostly 0
 * @param tagging how its answers and its resource are tagged
 */
public record OperationContract(
    String id,
    String method,
    String path,
    boolean open,
    boolean takesHead,
    boolean writes,
    Role leastRole,
    boolean ofRestricted,
    boolean keyed,
    List<Parameter> parameters,
    @Nullable BodySchema bodySchema,
    boolean takesBytes,
    boolean takesForm,
    @Nullable OwnLimit ownLimit,
    int leastBodyBound,
    Tagging tagging) {

  /**
   * How answers say which state of a resource they show (RFC 9110, section 8.8.3).
   *
   * @param tagged whether answers with a JSON document carry an {@code ETag}
   * @param representation the operation that reads the resource which this one changes or makes,
   *     null when none does
   * @param volatileMembers members of the document that change without anybody changing the
   *     resource
   */
  public record Tagging(
      boolean tagged, @Nullable String representation, List<String> volatileMembers) {
    public Tagging {
      volatileMembers = List.copyOf(volatileMembers);
    }
  }

  /** A limit of so many requests for each window, for one operation and key. */
  public record OwnLimit(int limit, Duration window) {}

  public OperationContract {
    parameters = List.copyOf(parameters);
  }

  /** The schema of the request body, empty when the operation takes no JSON. */
  public Optional<BodySchema> body() {
    return Optional.ofNullable(bodySchema);
  }

  /** The operation's own rate limit (specification, "Limits" 2). */
  public Optional<OwnLimit> limit() {
    return Optional.ofNullable(ownLimit);
  }
}
