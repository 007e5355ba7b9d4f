package dev.belfry.account.oidc;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a provider says of itself (OpenID Connect Discovery 1.0, section 3).
 *
 * @param issuer exactly as its tokens name it
 * @param userInfo null when it has no such endpoint
 * @param secretInForm whether it takes the secret of a client in the form alone
 */
record ProviderMetadata(
    String issuer,
    String authorization,
    String token,
    String keys,
    @Nullable String userInfo,
    boolean secretInForm) {
  static final String PATH = "/.well-known/openid-configuration";

  /**
   * Reads the document. A provider that is reached over TLS must name no endpoint without.
   *
   * @throws OidcException for a document that is not of this issuer, or lacks something
   */
  static ProviderMetadata of(URI configured, JsonObject document) {
    try {
      String issuer = text(document, "issuer");
      if (!issuer.replaceAll("/+$", "").equals(configured.toString())) {
        throw OidcException.unreachable("The provider names another issuer than is configured");
      }
      return new ProviderMetadata(
          issuer,
          endpoint(configured, text(document, "authorization_endpoint")),
          endpoint(configured, text(document, "token_endpoint")),
          endpoint(configured, text(document, "jwks_uri")),
          document.containsKey("userinfo_endpoint")
              ? endpoint(configured, text(document, "userinfo_endpoint"))
              : null,
          inForm(document.getJsonArray("token_endpoint_auth_methods_supported")));
    } catch (ClassCastException | URISyntaxException malformed) {
      throw OidcException.unreachable("The provider's description is malformed");
    }
  }

  private static boolean inForm(@Nullable JsonArray methods) {
    return methods != null
        && !methods.contains("client_secret_basic")
        && methods.contains("client_secret_post");
  }

  private static String text(JsonObject document, String name) {
    String text = document.getString(name);
    if (text == null) {
      throw OidcException.unreachable("The provider's description lacks " + name);
    }
    return text;
  }

  private static String endpoint(URI configured, String text) throws URISyntaxException {
    URI uri = new URI(text);
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    boolean plain = scheme.equals("http") && "http".equalsIgnoreCase(configured.getScheme());
    if (uri.getHost() == null
        || uri.getRawFragment() != null
        || !(plain || scheme.equals("https"))) {
      throw OidcException.unreachable("The provider names an endpoint that is no https address");
    }
    return text;
  }
}
