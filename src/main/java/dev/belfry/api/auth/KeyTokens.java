package dev.belfry.api.auth;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * API keys as signed tokens (JWT, RFC 7519, HS256): the claims say everything a request needs, so a
 * key is verified without the database.
 */
public final class KeyTokens {
  private static final String ALGORITHM = "HS256";

  private final JWTAuth issuing;
  private final List<JWTAuth> verifying;

  /**
   * @param secrets the first signs, every one verifies, so that a secret can be replaced while keys
   *     of the old one still work
   */
  public KeyTokens(Vertx vertx, List<String> secrets) {
    verifying = secrets.stream().map(secret -> jwt(vertx, secret)).toList();
    issuing = verifying.get(0);
  }

  private static JWTAuth jwt(Vertx vertx, String secret) {
    return JWTAuth.create(
        vertx,
        new JWTAuthOptions()
            .addPubSecKey(new PubSecKeyOptions().setAlgorithm(ALGORITHM).setBuffer(secret)));
  }

  /** The token of a key, to be shown once and never stored. */
  public String issue(Caller key, Instant now) {
    JsonObject claims =
        new JsonObject()
            .put("sub", key.keyId().toString())
            .put("acc", key.accountId().toString())
            .put("scope", key.scope().wire())
            .put("adm", key.scope().administers())
            .put("iat", now.getEpochSecond());
    SignedInPerson person = key.person();
    if (person != null) {
      claims
          .put("usr", person.id().toString())
          .put("role", person.role().name())
          .put("idp", person.byProvider());
    }
    key.rateLimit().ifPresent(limit -> claims.put("lim", limit));
    if (key.expiry() != null) {
      claims.put("exp", key.expiry().getEpochSecond());
    }
    return issuing.generateToken(claims, new JWTOptions().setAlgorithm(ALGORITHM));
  }

  /** The caller a token names, empty when it is not a genuine, unexpired key of this service. */
  public Optional<Caller> verify(String token) {
    for (JWTAuth secret : verifying) {
      Future<User> user = secret.authenticate(new TokenCredentials(token));
      if (user.succeeded()) {
        // The principal lacks the registered claims; the attributes have them all.
        return caller(user.result().attributes().getJsonObject("accessToken"));
      }
    }
    return Optional.empty();
  }

  private static Optional<Caller> caller(JsonObject claims) {
    try {
      Long expiry = claims.getLong("exp");
      return Optional.of(
          new Caller(
              UUID.fromString(claims.getString("sub")),
              UUID.fromString(claims.getString("acc")),
              Scope.ofWire(claims.getString("scope"), claims.getBoolean("adm")),
              claims.getInteger("lim"),
              expiry == null ? null : Instant.ofEpochSecond(expiry),
              person(claims)));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private static @Nullable SignedInPerson person(JsonObject claims) {
    String id = claims.getString("usr");
    return id == null
        ? null
        : new SignedInPerson(
            UUID.fromString(id),
            Role.valueOf(claims.getString("role")),
            claims.getBoolean("idp", false));
  }
}
