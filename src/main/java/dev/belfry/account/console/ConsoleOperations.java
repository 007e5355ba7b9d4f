package dev.belfry.account.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.account.people.BrowserInfo;
import dev.belfry.account.people.Invitations;
import dev.belfry.account.people.Invitations.Acceptance;
import dev.belfry.account.people.PersonProfile;
import dev.belfry.account.people.PersonSession;
import dev.belfry.account.people.PersonSessions;
import dev.belfry.account.people.PersonSessions.Credentials;
import dev.belfry.api.auth.Authenticator;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.SignedInPerson;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The API's operations on sessions of the console. */
public final class ConsoleOperations {
  private static final Duration LONGEST = Duration.ofDays(7);

  private final Authenticator authenticator;
  private final SignInLinks links;
  private final PersonSessions sessions;
  private final Invitations invitations;
  private final ClientAddress addresses;
  private final InstantSource clock;
  private final boolean secure;

  /**
   * @param addresses finds the network that a session begins from
   * @param secure whether browsers reach the service over TLS
   */
  public ConsoleOperations(
      Authenticator authenticator,
      SignInLinks links,
      PersonSessions sessions,
      Invitations invitations,
      ClientAddress addresses,
      InstantSource clock,
      boolean secure) {
    this.authenticator = authenticator;
    this.links = links;
    this.sessions = sessions;
    this.invitations = invitations;
    this.addresses = addresses;
    this.clock = clock;
    this.secure = secure;
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("startSession", this::startSession)
        .add("readSession", this::readSession)
        .add("switchSession", this::switchSession)
        .add("acceptInvitation", this::acceptInvitation)
        .add("endSession", this::endSession);
  }

  Future<ApiResponse> startSession(ApiRequest request) {
    ObjectNode body = request.body();
    requireOneWay(body);
    if (body.has("email")) {
      return sessions
          .signIn(
              new Credentials(
                  body.get("email").textValue(),
                  body.get("password").textValue(),
                  body.path("code").textValue(),
                  body.has("accountId")
                      ? UUID.fromString(body.get("accountId").textValue())
                      : null),
              BrowserInfo.of(request.head(), addresses))
          .map(this::begun);
    }
    String key = key(body);
    Caller caller = authenticator.verify(key);
    String cookie = SessionCookie.start(key, longest(caller.expiry()), secure);
    return Future.succeededFuture(ApiResponse.noContent().with(SessionCookie.HEADER, cookie));
  }

  private ApiResponse begun(PersonSession session) {
    return ApiResponse.noContent().with(SessionCookie.HEADER, SessionCookie.start(session, secure));
  }

  /** Each way to sign in excludes the others; an address and a password belong together. */
  private static void requireOneWay(ObjectNode body) {
    List<String> given = Stream.of("email", "key", "ticket").filter(body::has).toList();
    if (given.size() != 1) {
      throw ApiException.invalid(
          Stream.of("email", "key", "ticket")
              .map(way -> new Violation("/" + way, "or another way must be present, and only one"))
              .toList());
    }
    if (body.has("email") && !body.has("password")) {
      throw ApiException.invalid(List.of(new Violation("/password", "must be present")));
    }
  }

  private String key(ObjectNode body) {
    return body.has("key")
        ? body.get("key").asText().strip()
        : links
            .redeem(body.get("ticket").asText())
            .orElseThrow(() -> new ApiException(ApiError.UNAUTHORIZED));
  }

  Future<ApiResponse> switchSession(ApiRequest request) {
    UUID account = UUID.fromString(request.body().get("accountId").textValue());
    return sessions
        .switchTo(request.caller(), account, BrowserInfo.of(request.head(), addresses))
        .map(this::begun);
  }

  Future<ApiResponse> acceptInvitation(ApiRequest request) {
    ObjectNode body = request.body();
    Acceptance acceptance =
        new Acceptance(
            body.get("token").textValue(),
            body.path("name").textValue(),
            body.get("password").textValue(),
            body.path("code").textValue());
    return invitations
        .accept(acceptance, BrowserInfo.of(request.head(), addresses))
        .map(this::begun);
  }

  Future<ApiResponse> readSession(ApiRequest request) {
    Caller caller = request.caller();
    SignedInPerson person = caller.person();
    return person == null
        ? Future.succeededFuture(ApiResponse.ok(view(caller, PersonProfile.OF_KEY)))
        : sessions
            .profile(person, caller.keyId())
            .map(profile -> ApiResponse.ok(view(caller, profile)));
  }

  private String view(Caller caller, PersonProfile profile) {
    Instant expiry = caller.expiry();
    return JsonText.object()
        .plain("keyId", caller.keyId().toString())
        .plain("accountId", caller.accountId().toString())
        .plain("scope", caller.scope().name())
        .plain("role", caller.role().wire())
        .time("expiresAt", expiry == null ? null : expiry.atOffset(ZoneOffset.UTC))
        .flag("secondFactorRequired", authenticator.isRestricted(caller))
        .raw("user", profile.user())
        .raw("accounts", profile.accounts())
        .end();
  }

  Future<ApiResponse> endSession(ApiRequest request) {
    return Future.succeededFuture(
        ApiResponse.noContent().with(SessionCookie.HEADER, SessionCookie.end(secure)));
  }

  /** A session ends with its key. */
  private Duration longest(@Nullable Instant expiry) {
    if (expiry == null) {
      return LONGEST;
    }
    Duration left = Duration.between(clock.instant(), expiry);
    return left.compareTo(LONGEST) < 0 ? left : LONGEST;
  }
}
