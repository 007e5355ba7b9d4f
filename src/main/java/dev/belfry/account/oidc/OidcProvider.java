package dev.belfry.account.oidc;

import dev.belfry.account.oidc.OidcException.Reason;
import dev.belfry.account.people.ProvenIdentity;
import dev.belfry.platform.config.OidcConfig;
import dev.belfry.platform.config.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The provider over which persons sign in, by the authorization code flow with PKCE. It is asked
 * when a person signs in and never before, so that the service starts without it. Futures fail with
 * {@link OidcException}. Confined to one event loop.
 */
public final class OidcProvider {
  /** So many sign-ins wait for the provider at once; more are refused. */
  static final int MOST_UNDER_WAY = 16;

  private static final Duration KEPT = Duration.ofMinutes(10);
  private static final int MILLIS = 10_000;

  private final OidcConfig config;
  private final String redirect;
  private final ProviderHttp http;
  private final IdTokenVerifier verifier;
  private final RoleClaims roles;
  private final SecureRandom random;
  private final InstantSource clock;
  private int underWay;
  private @Nullable Kept<ProviderMetadata> metadata;
  private @Nullable Kept<List<JsonObject>> keys;

  /**
   * @param redirect address at which the provider sends browsers back
   * @param random makes what attempts are told apart by
   */
  public OidcProvider(
      Vertx vertx, OidcConfig config, String redirect, SecureRandom random, InstantSource clock) {
    this.config = config;
    this.redirect = redirect;
    this.http = new ProviderHttp(vertx, MOST_UNDER_WAY);
    this.verifier = new IdTokenVerifier(vertx, config.clientId());
    this.roles = new RoleClaims(config.rolesClaim(), config.roles());
    this.random = random;
    this.clock = clock;
  }

  /** What the provider said, until it is asked again. */
  private record Kept<T>(T value, Instant end) {}

  /**
   * A browser on its way.
   *
   * @param url where it goes
   * @param attempt what it must bring back
   */
  public record Departure(String url, SignInAttempt attempt) {}

  /** Begins a sign-in. */
  public Future<Departure> depart() {
    return bounded(this::metadata)
        .map(
            provider -> {
              SignInAttempt attempt = SignInAttempt.make(random);
              Map<String, String> query = new LinkedHashMap<>();
              query.put("response_type", "code");
              query.put("client_id", config.clientId());
              query.put("redirect_uri", redirect);
              query.put("scope", String.join(" ", config.scopes()));
              query.put("state", attempt.state());
              query.put("nonce", attempt.nonce());
              query.put("code_challenge", attempt.challenge());
              query.put("code_challenge_method", "S256");
              String url = provider.authorization();
              String separator = url.indexOf('?') < 0 ? "?" : "&";
              return new Departure(url + separator + ProviderHttp.encode(query), attempt);
            });
  }

  /**
   * The person whom a code proves.
   *
   * @param issuer that the browser brought back (RFC 9207), null for none
   */
  public Future<ProvenIdentity> prove(String code, SignInAttempt attempt, @Nullable String issuer) {
    return bounded(
        () ->
            metadata()
                .compose(
                    provider -> {
                      if (issuer != null && !issuer.equals(provider.issuer())) {
                        throw OidcException.failed("The code is of another provider");
                      }
                      return redeem(provider, code, attempt);
                    }));
  }

  /** A slow provider holds so many sign-ins, each for so long. */
  private <T> Future<T> bounded(Supplier<Future<T>> work) {
    if (underWay >= MOST_UNDER_WAY) {
      return Future.failedFuture(
          new OidcException(Reason.BUSY, "Too many sign-ins wait for the provider"));
    }
    underWay++;
    return work.get()
        .timeout(MILLIS, TimeUnit.MILLISECONDS)
        .recover(
            failure ->
                Future.failedFuture(
                    failure instanceof TimeoutException
                        ? OidcException.unreachable("The provider is too slow")
                        : failure))
        .onComplete(done -> underWay--);
  }

  private Future<ProviderMetadata> metadata() {
    ProviderMetadata kept = fresh(metadata);
    return kept != null
        ? Future.succeededFuture(kept)
        : http.get(config.issuer() + ProviderMetadata.PATH, null)
            .map(document -> ProviderMetadata.of(config.issuer(), document))
            .onSuccess(read -> metadata = new Kept<>(read, clock.instant().plus(KEPT)));
  }

  private <T> @Nullable T fresh(@Nullable Kept<T> kept) {
    return kept != null && kept.end().isAfter(clock.instant()) ? kept.value() : null;
  }

  private Future<ProvenIdentity> redeem(
      ProviderMetadata provider, String code, SignInAttempt attempt) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "authorization_code");
    form.put("code", code);
    form.put("redirect_uri", redirect);
    form.put("code_verifier", attempt.verifier());
    Secret secret = config.clientSecret();
    String authorization = null;
    if (secret == null || provider.secretInForm()) {
      form.put("client_id", config.clientId());
      if (secret != null) {
        form.put("client_secret", secret.value());
      }
    } else {
      authorization = basic(config.clientId(), secret);
    }
    return http.post(provider.token(), form, authorization)
        .compose(
            tokens -> {
              String token = text(tokens, "id_token");
              return verify(provider, token, attempt.nonce())
                  .compose(claims -> complete(provider, tokens, claims));
            });
  }

  /** Both are encoded as in a form first (RFC 6749, section 2.3.1). */
  private static String basic(String id, Secret secret) {
    String pair = ProviderHttp.encode(id) + ':' + ProviderHttp.encode(secret.value());
    return "Basic "
        + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.ISO_8859_1));
  }

  private Future<JsonObject> verify(ProviderMetadata provider, String token, String nonce) {
    List<JsonObject> kept = fresh(keys);
    List<JsonObject> known = kept == null ? List.of() : IdTokenVerifier.candidates(token, kept);
    // A key that is not known may be new.
    Future<List<JsonObject>> candidates =
        known.isEmpty()
            ? keys(provider).map(all -> IdTokenVerifier.candidates(token, all))
            : Future.succeededFuture(known);
    return candidates.map(
        mine -> {
          if (mine.isEmpty()) {
            throw OidcException.failed("The ID token is signed with a key that is not known");
          }
          return verifier.verify(token, provider.issuer(), nonce, mine);
        });
  }

  private Future<List<JsonObject>> keys(ProviderMetadata provider) {
    return http.get(provider.keys(), null)
        .map(
            document -> {
              if (!(document.getValue("keys") instanceof JsonArray all)) {
                throw OidcException.unreachable("The provider shows no keys");
              }
              return all.stream()
                  .filter(JsonObject.class::isInstance)
                  .map(JsonObject.class::cast)
                  .toList();
            })
        .onSuccess(read -> keys = new Kept<>(read, clock.instant().plus(KEPT)));
  }

  /** Providers may keep claims out of the token and show them at their UserInfo endpoint. */
  private Future<ProvenIdentity> complete(
      ProviderMetadata provider, JsonObject tokens, JsonObject claims) {
    boolean whole =
        claims.containsKey("email")
            && claims.containsKey("email_verified")
            && !roles.isMissing(claims);
    if (whole
        || provider.userInfo() == null
        || !(tokens.getValue("access_token") instanceof String)) {
      return Future.succeededFuture(identity(claims, claims));
    }
    return http.get(provider.userInfo(), text(tokens, "access_token"))
        .map(
            shown -> {
              if (!claims.getString("sub").equals(shown.getValue("sub"))) {
                throw OidcException.failed("The UserInfo endpoint answered for another person");
              }
              return identity(claims, shown);
            });
  }

  /** An address and whether it is verified come from the same place. */
  private ProvenIdentity identity(JsonObject claims, JsonObject shown) {
    JsonObject addressed =
        claims.containsKey("email") && claims.containsKey("email_verified") ? claims : shown;
    Object verified = addressed.getValue("email_verified");
    boolean proved = Boolean.TRUE.equals(verified) || "true".equals(verified);
    String name = optional(claims, "name", optional(shown, "name", ""));
    return new ProvenIdentity(
        claims.getString("iss"),
        claims.getString("sub"),
        proved && addressed.getValue("email") instanceof String email ? email : null,
        name.isBlank() ? optional(claims, "preferred_username", "") : name,
        roles.of(roles.isMissing(claims) ? shown : claims));
  }

  private static String optional(JsonObject claims, String name, String otherwise) {
    return claims.getValue(name) instanceof String text ? text : otherwise;
  }

  private static String text(JsonObject answer, String name) {
    if (answer.getValue(name) instanceof String text) {
      return text;
    }
    throw OidcException.failed("The provider's answer lacks " + name);
  }
}
