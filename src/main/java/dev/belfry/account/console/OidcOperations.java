package dev.belfry.account.console;

import dev.belfry.account.oidc.AttemptSeal;
import dev.belfry.account.oidc.OidcException;
import dev.belfry.account.oidc.OidcProvider;
import dev.belfry.account.oidc.SignInAttempt;
import dev.belfry.account.people.BrowserInfo;
import dev.belfry.account.people.IdentityRefusedException;
import dev.belfry.account.people.IdentitySignIn;
import dev.belfry.account.people.PersonSession;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.ClientAddress;
import dev.belfry.api.http.JsonText;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.platform.error.ApiError;
import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;
import io.vertx.core.http.CookieSameSite;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The API's operations that send browsers to the provider and take them back. Each answer is a
 * redirect; one that leads to the console says in {@code oidc} what went wrong.
 */
public final class OidcOperations {
  private static final Logger LOG = LoggerFactory.getLogger(OidcOperations.class);
  private static final int FOUND = 302;
  private static final String CONSOLE = "/console";

  private final @Nullable Connected connected;
  private final IdentitySignIn signIn;
  private final ClientAddress addresses;
  private final boolean secure;

  /**
   * @param connected null when no provider is configured
   * @param addresses finds the network that a session begins from
   * @param secure whether browsers reach the service over TLS
   */
  public OidcOperations(
      @Nullable Connected connected,
      IdentitySignIn signIn,
      ClientAddress addresses,
      boolean secure) {
    this.connected = connected;
    this.signIn = signIn;
    this.addresses = addresses;
    this.secure = secure;
  }

  /**
   * The provider that is configured.
   *
   * @param name that the sign-in page shows
   */
  public record Connected(String name, OidcProvider provider, AttemptSeal seal) {}

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("readSignInMethods", this::readSignInMethods)
        .add("startOidcSignIn", this::startOidcSignIn)
        .add("finishOidcSignIn", this::finishOidcSignIn);
  }

  Future<ApiResponse> readSignInMethods(ApiRequest request) {
    String provider =
        connected == null ? "null" : JsonText.object().string("name", connected.name()).end();
    return Future.succeededFuture(ApiResponse.ok(JsonText.object().raw("oidc", provider).end()));
  }

  Future<ApiResponse> startOidcSignIn(ApiRequest request) {
    Connected there = connected();
    return there
        .provider()
        .depart()
        .map(
            departure ->
                to(departure.url())
                    .with(SessionCookie.HEADER, cookie(there.seal().seal(departure.attempt()))))
        .recover(OidcOperations::refused);
  }

  /** What the browser brings counts only beside the cookie that it was given before. */
  Future<ApiResponse> finishOidcSignIn(ApiRequest request) {
    Connected there = connected();
    SignInAttempt attempt =
        request.head().cookie(name()).flatMap(there.seal()::unseal).orElse(null);
    if (attempt == null || !attempt.isOf(request.optionalText("state").orElse(null))) {
      return Future.succeededFuture(problem("expired"));
    }
    String code = request.optionalText("code").orElse(null);
    if (code == null || request.optionalText("error").isPresent()) {
      return Future.succeededFuture(problem("refused"));
    }
    return there
        .provider()
        .prove(code, attempt, request.optionalText("iss").orElse(null))
        .compose(identity -> signIn.signIn(identity, BrowserInfo.of(request.head(), addresses)))
        .map(this::begun)
        .recover(OidcOperations::refused);
  }

  private ApiResponse begun(PersonSession session) {
    return to(CONSOLE).with(SessionCookie.HEADER, SessionCookie.start(session, secure));
  }

  private static Future<ApiResponse> refused(Throwable failure) {
    if (failure instanceof OidcException provider) {
      LOG.warn("A sign-in over OpenID Connect failed: {}", provider.getMessage());
      return Future.succeededFuture(problem(word(provider.reason())));
    }
    if (failure instanceof ApiException refusal && refusal.error() == ApiError.TOO_MANY_REQUESTS) {
      return Future.succeededFuture(problem("too_many"));
    }
    return failure instanceof IdentityRefusedException identity
        ? Future.succeededFuture(problem(word(identity.reason())))
        : Future.failedFuture(failure);
  }

  private static String word(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT);
  }

  private static ApiResponse problem(String word) {
    return to(CONSOLE + "?oidc=" + word);
  }

  private static ApiResponse to(String location) {
    return new ApiResponse(FOUND, null, Map.of("location", location));
  }

  private Connected connected() {
    if (connected == null) {
      throw ApiException.notFound();
    }
    return connected;
  }

  /** Browsers let no other host set a cookie of the first name. */
  private String name() {
    return secure ? "__Host-belfry_oidc" : "belfry_oidc";
  }

  /** Lax, since the provider sends the browser back from another site. */
  private String cookie(String value) {
    return SessionCookie.encode(name(), value, CookieSameSite.LAX, AttemptSeal.LIFE, secure);
  }
}
