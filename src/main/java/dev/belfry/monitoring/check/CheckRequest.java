package dev.belfry.monitoring.check;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/** What a run of a check requests: a record for each type of check that is run. */
public sealed interface CheckRequest
    permits UrlRequest, ApiCheckRequest, TcpRequest, DnsRequest, IcmpRequest, SslRequest {
  /** The type of the checks that make such requests. */
  CheckType type();

  /** What people know the target by, such as a URL or {@code host:port}. */
  String target();

  /** Name or address of the host that is asked first, as it is written; cheap to call. */
  String host();

  /** The member that holds the target in the detail of a result. */
  String targetMember();

  /** What {@code shouldFail} of a check asks for. */
  WantedFailure wantedFailure();

  /** What the answer must satisfy, in the order of the settings. */
  List<Assertion> assertions();

  /** Whether the service adds a header {@code traceparent} of its own to the request. */
  default boolean sendsTraceparent() {
    return false;
  }

  /**
   * The same request with equal assertions that other requests share, so that many monitors fit in
   * memory.
   */
  @JsonIgnore
  CheckRequest with(List<Assertion> same);

  /** The record of a type; empty for types that are not run or make no request. */
  static Optional<Class<? extends CheckRequest>> recordOf(CheckType type) {
    return switch (type) {
      case URL -> Optional.of(UrlRequest.class);
      case API -> Optional.of(ApiCheckRequest.class);
      case TCP -> Optional.of(TcpRequest.class);
      case DNS -> Optional.of(DnsRequest.class);
      case ICMP -> Optional.of(IcmpRequest.class);
      case SSL -> Optional.of(SslRequest.class);
      case GRPC, TRACEROUTE, HEARTBEAT, BROWSER, MULTI_STEP, PLAYWRIGHT -> Optional.empty();
    };
  }

  /**
   * Reads the request of a stored check.
   *
   * @throws IllegalArgumentException if the type makes none, or a member has a value that does not
   *     fit
   */
  static CheckRequest read(CheckType type, JsonNode request) {
    return SettingsJson.read(request, require(type));
  }

  /**
   * Reads the JSON text of a request.
   *
   * @throws IllegalArgumentException as {@link #read}
   */
  static CheckRequest parse(CheckType type, String request) {
    return SettingsJson.parse(request, require(type));
  }

  private static Class<? extends CheckRequest> require(CheckType type) {
    return recordOf(type)
        .orElseThrow(() -> new IllegalArgumentException(type + " checks make no request"));
  }
}
