package dev.belfry.platform.error;

/**
 * The rows of the error table: every failure the service answers with is one of these.
 *
 * <p>401, 403, 404 and 429 are fixed by the specification ("Errors"); the others fill what it
 * leaves open and keep the same shape.
 */
public enum ApiError {
  BAD_REQUEST(400, "Bad Request", "Bad Request", false),
  UNAUTHORIZED(401, "Unauthorized", "Bad Token", true),
  PAYMENT_REQUIRED(402, "Payment Required", "Payment Required", true),
  FORBIDDEN(403, "Forbidden", "Forbidden", false),
  NOT_FOUND(404, "Not Found", "Not Found", false),
  METHOD_NOT_ALLOWED(405, "Method Not Allowed", "Method Not Allowed", false),
  REQUEST_TIMEOUT(408, "Request Timeout", "The request did not arrive in time", false),
  NOT_YET(408, "Request Timeout", "Not finished yet; ask again", false),
  CONFLICT(409, "Conflict", "Conflict", false),
  STILL_RUNNING(
      409, "Conflict", "A request with this Idempotency-Key is still running; retry", false),
  PRECONDITION_FAILED(
      412,
      "Precondition Failed",
      "The resource has changed: read it again and send its new ETag",
      false),
  PAYLOAD_TOO_LARGE(413, "Payload Too Large", "The request body is too large", false),
  URI_TOO_LONG(414, "URI Too Long", "The request address is too long", false),
  UNSUPPORTED_MEDIA_TYPE(
      415, "Unsupported Media Type", "The request body must be application/json", false),
  OTHER_REQUEST(
      422,
      "Unprocessable Content",
      "This Idempotency-Key belongs to another request; use a new one",
      false),
  TOO_MANY_REQUESTS(429, "Too Many Requests", "Too Many Requests", true),
  HEADERS_TOO_LARGE(
      431, "Request Header Fields Too Large", "The request headers are too large", false),
  INTERNAL(500, "Internal Server Error", "An internal error occurred", false),
  UNAVAILABLE(503, "Service Unavailable", "The service is unavailable; retry shortly", false),
  OTHER_VERSION(
      505,
      "HTTP Version Not Supported",
      "The service speaks HTTP/1.1 here, and HTTP/2 over TLS",
      false);

  private final int status;
  private final String reason;
  private final String message;
  private final boolean attributes;

  ApiError(int status, String reason, String message, boolean attributes) {
    this.status = status;
    this.reason = reason;
    this.message = message;
    this.attributes = attributes;
  }

  /** HTTP status, 400 to 505. */
  public int status() {
    return status;
  }

  /** Text of the {@code error} member, fixed for each status. */
  public String reason() {
    return reason;
  }

  /** Text of the {@code message} member unless the failure brings its own. */
  public String message() {
    return message;
  }

  /** Whether the body carries an empty {@code attributes} object (401, 402 and 429). */
  public boolean hasAttributes() {
    return attributes;
  }

  /** The row for an HTTP status; a 4xx without a row of its own is a 400, the rest is a 500. */
  public static ApiError ofStatus(int status) {
    for (ApiError error : values()) {
      if (error.status == status) {
        return error;
      }
    }
    return status >= 400 && status < 500 ? BAD_REQUEST : INTERNAL;
  }
}
