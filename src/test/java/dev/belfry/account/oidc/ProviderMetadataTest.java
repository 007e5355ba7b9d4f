package dev.belfry.account.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderMetadataTest {
  private static final URI ISSUER = URI.create("https://sso.example.org/realms/staff");

  private static JsonObject document() {
    return new JsonObject()
        .put("issuer", ISSUER + "/")
        .put("authorization_endpoint", "https://sso.example.org/authorize?x=y")
        .put("token_endpoint", "https://sso.example.org/token")
        .put("jwks_uri", "https://keys.example.org/");
  }

  @Test
  void aSlashAtTheEndMakesNoOtherIssuer() {
    ProviderMetadata read = ProviderMetadata.of(ISSUER, document());
    assertThat(read.issuer()).isEqualTo(ISSUER + "/");
    assertThat(read.userInfo()).isNull();
    assertThat(read.secretInForm()).isFalse();
  }

  @Test
  void theSecretGoesIntoTheFormWhereTheHeaderIsNotTaken() {
    JsonObject document = document();
    String methods = "token_endpoint_auth_methods_supported";
    document.put(methods, new JsonArray().add("client_secret_post"));
    assertThat(ProviderMetadata.of(ISSUER, document).secretInForm()).isTrue();
    document.put(methods, new JsonArray().add("client_secret_post").add("client_secret_basic"));
    assertThat(ProviderMetadata.of(ISSUER, document).secretInForm()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "issuer, https://sso.example.org/realms/other",
    "token_endpoint, http://sso.example.org/token",
    "token_endpoint, file:///etc/passwd",
    "token_endpoint, /token",
    "jwks_uri, not an address",
    "userinfo_endpoint, http://sso.example.org/me",
    "authorization_endpoint, https://sso.example.org/a#b"
  })
  void refusesWhatIsNotOfTheIssuerOrNotSafe(String name, String value) {
    JsonObject document = document().put(name, value);
    assertThatThrownBy(() -> ProviderMetadata.of(ISSUER, document))
        .isInstanceOf(OidcException.class);
  }

  @ParameterizedTest
  @CsvSource({"issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"})
  void refusesWhatLacksSomething(String name) {
    JsonObject document = document();
    document.remove(name);
    assertThatThrownBy(() -> ProviderMetadata.of(ISSUER, document))
        .isInstanceOf(OidcException.class)
        .hasMessageContaining(name);
    assertThatThrownBy(() -> ProviderMetadata.of(ISSUER, document.put(name, 7)))
        .isInstanceOf(OidcException.class);
  }
}
