package dev.belfry.platform.error;

import java.util.List;
import java.util.Map;

/**
 * A failure that is an answer, not a fault: the only exception the service throws on purpose. It
 * carries no stack trace.
 */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ApiError error;
  private final transient List<Violation> violations;
  private final Source source;
  private final transient Map<String, String> members;
  private final transient List<Obstacle> obstacles;

  /** Where the offending fields of a 400 were: body, query string or path. */
  public enum Source {
    PAYLOAD("payload"),
    QUERY("query"),
    PARAMS("params");

    private final String wire;

    Source(String wire) {
      this.wire = wire;
    }

    /** Name in the {@code validation.source} member. */
    public String wire() {
      return wire;
    }
  }

  /** A failure with the fixed message of its row. */
  public ApiException(ApiError error) {
    this(error, error.message());
  }

  /** A failure with a message of its own, for a person to read. */
  public ApiException(ApiError error, String message) {
    this(error, message, Source.PAYLOAD, List.of());
  }

  private ApiException(ApiError error, String message, Source source, List<Violation> violations) {
    this(error, message, source, violations, Map.of(), List.of());
  }

  private ApiException(
      ApiError error,
      String message,
      Source source,
      List<Violation> violations,
      Map<String, String> members,
      List<Obstacle> obstacles) {
    super(message, null, false, false);
    this.error = error;
    this.source = source;
    this.violations = List.copyOf(violations);
    this.members = members;
    this.obstacles = obstacles;
  }

  /** A 400 that names every offending field of the body. */
  public static ApiException invalid(List<Violation> violations) {
    return invalid(Source.PAYLOAD, violations);
  }

  /** A 400 that names every offending field; {@code violations} is not empty. */
  public static ApiException invalid(Source source, List<Violation> violations) {
    Violation first = violations.get(0);
    String where = first.path().isEmpty() ? "" : first.path() + " ";
    String more = violations.size() == 1 ? "" : " (and " + (violations.size() - 1) + " more)";
    return new ApiException(
        ApiError.BAD_REQUEST, where + first.message() + more, source, violations);
  }

  /** A 400 whose message says more than the first offence. */
  public static ApiException invalid(String message, List<Violation> violations) {
    return new ApiException(ApiError.BAD_REQUEST, message, Source.PAYLOAD, violations);
  }

  /** A 409 with further members in its body, for programs to read. */
  public static ApiException conflict(String message, Map<String, String> members) {
    return new ApiException(
        ApiError.CONFLICT, message, Source.PAYLOAD, List.of(), Map.copyOf(members), List.of());
  }

  /** A 403 with further members in its body, for programs to read. */
  public static ApiException forbidden(String message, Map<String, String> members) {
    return new ApiException(
        ApiError.FORBIDDEN, message, Source.PAYLOAD, List.of(), Map.copyOf(members), List.of());
  }

  /** A 401 with attributes in its body, for programs to read. */
  public static ApiException unauthorized(String message, Map<String, String> attributes) {
    return new ApiException(
        ApiError.UNAUTHORIZED,
        message,
        Source.PAYLOAD,
        List.of(),
        Map.copyOf(attributes),
        List.of());
  }

  /**
   * A 402: the account has as much of something as it may.
   *
   * @param quota its name
   * @param limit so many it may have
   */
  public static ApiException quota(String quota, long limit) {
    return new ApiException(
        ApiError.PAYMENT_REQUIRED,
        "The quota " + quota + " is used up: " + limit,
        Source.PAYLOAD,
        List.of(),
        Map.of("quota", quota, "limit", Long.toString(limit)),
        List.of());
  }

  /** A 409 that lists everything that stands in the way; {@code obstacles} is not empty. */
  public static ApiException obstructed(String message, List<Obstacle> obstacles) {
    return new ApiException(
        ApiError.CONFLICT, message, Source.PAYLOAD, List.of(), Map.of(), List.copyOf(obstacles));
  }

  /**
   * A 429 that says how long to wait.
   *
   * @param seconds at least 1
   */
  public static ApiException tooMany(String message, long seconds) {
    return new ApiException(
        ApiError.TOO_MANY_REQUESTS,
        message,
        Source.PAYLOAD,
        List.of(),
        Map.of("retryAfterSeconds", Long.toString(seconds)),
        List.of());
  }

  /** A 404 with the fixed body of the specification. */
  public static ApiException notFound() {
    return new ApiException(ApiError.NOT_FOUND);
  }

  public ApiError error() {
    return error;
  }

  public Source source() {
    return source;
  }

  /** Further members of the body by name. */
  public Map<String, String> members() {
    return members;
  }

  /** What stands in the way, empty for most failures. */
  public List<Obstacle> obstacles() {
    return obstacles;
  }

  /** The offending fields, empty unless this is a validation failure. */
  public List<Violation> violations() {
    return violations;
  }
}
