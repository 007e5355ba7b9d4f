package dev.belfry.account.oidc;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Verifies ID tokens (OpenID Connect Core 1.0, section 3.1.3.7). The library checks signature,
 * audience, issuer and times; the rest is done here.
 */
final class IdTokenVerifier {
  private static final int LEEWAY_SECONDS = 60;
  private static final int MOST_CHARACTERS = 100_000;
  private static final int LONGEST_SUBJECT = 255;

  /** Algorithms with public keys, and the type of their keys; none and HMAC are not among them. */
  private static final Map<String, String> KEY_TYPES =
      Map.ofEntries(
          Map.entry("RS256", "RSA"),
          Map.entry("RS384", "RSA"),
          Map.entry("RS512", "RSA"),
          Map.entry("PS256", "RSA"),
          Map.entry("PS384", "RSA"),
          Map.entry("PS512", "RSA"),
          Map.entry("ES256", "EC"),
          Map.entry("ES384", "EC"),
          Map.entry("ES512", "EC"),
          Map.entry("EdDSA", "OKP"));

  private final Vertx vertx;
  private final String clientId;

  IdTokenVerifier(Vertx vertx, String clientId) {
    this.vertx = vertx;
    this.clientId = clientId;
  }

  /**
   * The keys that may have signed a token, as the library takes them; none when its key is unknown.
   *
   * @throws OidcException for a token that no key can make right
   */
  static List<JsonObject> candidates(String token, List<JsonObject> keys) {
    JsonObject header = header(token);
    try {
      String algorithm = header.getString("alg");
      String type = algorithm == null ? null : KEY_TYPES.get(algorithm);
      if (type == null || header.containsKey("crit")) {
        throw OidcException.failed("The ID token is not signed in a way that is accepted");
      }
      String id = header.getString("kid");
      return keys.stream()
          .filter(key -> type.equals(key.getValue("kty")))
          .filter(key -> key.getValue("use") == null || "sig".equals(key.getValue("use")))
          .filter(key -> key.getValue("alg") == null || algorithm.equals(key.getValue("alg")))
          .filter(
              key -> id == null || key.getValue("kid") == null || id.equals(key.getValue("kid")))
          .map(key -> key.copy().put("alg", algorithm))
          .toList();
    } catch (ClassCastException malformed) {
      throw malformed();
    }
  }

  private static JsonObject header(String token) {
    String[] parts = token.split("\\.", -1);
    if (token.length() > MOST_CHARACTERS || parts.length != 3) {
      throw malformed();
    }
    try {
      return new JsonObject(Buffer.buffer(Base64.getUrlDecoder().decode(parts[0])));
    } catch (RuntimeException none) {
      throw malformed();
    }
  }

  private static OidcException malformed() {
    return OidcException.failed("The ID token is malformed");
  }

  /**
   * The claims of a token.
   *
   * @param issuer who must have made it
   * @param nonce that it must have
   * @param keys those of {@link #candidates}
   * @throws OidcException for a token that proves no person
   */
  JsonObject verify(String token, String issuer, String nonce, List<JsonObject> keys) {
    try {
      JWTAuthOptions options =
          new JWTAuthOptions()
              .setJWTOptions(
                  new JWTOptions()
                      .setIssuer(issuer)
                      .setAudience(List.of(clientId))
                      .setLeeway(LEEWAY_SECONDS));
      keys.forEach(options::addJwk);
      Future<User> user = JWTAuth.create(vertx, options).authenticate(new TokenCredentials(token));
      if (!user.succeeded()) {
        throw OidcException.failed("The ID token has a wrong signature, audience, issuer or time");
      }
      JsonObject claims = user.result().attributes().getJsonObject("accessToken");
      require(claims.getLong("exp") != null && claims.getLong("iat") != null, "has no times");
      require(isForClient(claims), "is for another client");
      require(isEqual(nonce, claims.getValue("nonce")), "is of another sign-in");
      require(isSubject(claims.getValue("sub")), "names nobody");
      return claims;
    } catch (OidcException refused) {
      throw refused;
    } catch (RuntimeException malformed) {
      throw malformed();
    }
  }

  private boolean isForClient(JsonObject claims) {
    String party = claims.getString("azp");
    boolean several = claims.getValue("aud") instanceof JsonArray all && all.size() > 1;
    return party == null ? !several : party.equals(clientId);
  }

  private static boolean isEqual(String expected, @Nullable Object given) {
    return given instanceof String text
        && MessageDigest.isEqual(
            expected.getBytes(StandardCharsets.UTF_8), text.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isSubject(@Nullable Object given) {
    return given instanceof String subject
        && !subject.isEmpty()
        && subject.length() <= LONGEST_SUBJECT
        && subject.chars().noneMatch(Character::isISOControl);
  }

  private static void require(boolean holds, String problem) {
    if (!holds) {
      throw OidcException.failed("The ID token " + problem);
    }
  }
}
