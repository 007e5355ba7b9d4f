package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.RawHttp;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * API2, broken authentication. {@code ApiKeyIT} shows malformed, unsigned, foreign, tampered,
 * expired and revoked keys, and rotation; {@code AccessMatrixIT} that every operation wants one;
 * {@code ArchitectureTest} that secrets are compared in constant time.
 */
class AuthenticationIT {
  private static final String PATH = "/v1/checks";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();

  /** An address ends up in logs, histories and referrers (RFC 6750, 5.3). */
  @ParameterizedTest
  @ValueSource(strings = {"access_token", "api_key", "apiKey", "key", "token", "Authorization"})
  void takesNoKeyInTheAddress(String name) {
    app.client().get(PATH + "?" + name + "=" + acme.key()).isUnauthorized();
    app.client().get(PATH + "?" + name + "=Bearer%20" + acme.key()).isUnauthorized();
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-API-Key", "X-Auth-Token", "Cookie", "Proxy-Authorization", "X-Key"})
  void takesNoKeyInAnotherHeader(String name) {
    app.client().with(name, acme.key()).get(PATH).isUnauthorized();
    app.client().with(name, "Bearer " + acme.key()).get(PATH).isUnauthorized();
    app.client().with(name, "token=" + acme.key()).get(PATH).isUnauthorized();
  }

  @Test
  void takesNoKeyInPlaceOfAPassword() {
    String basic =
        Base64.getEncoder()
            .encodeToString(("key:" + acme.key()).getBytes(StandardCharsets.US_ASCII));
    app.client().with("Authorization", "Basic " + basic).get(PATH).isUnauthorized();
  }

  @Test
  void aSecondKeyDoesNotHelpABadOne() {
    try (RawHttp raw = new RawHttp(app.port())) {
      raw.send(
          "GET /v1/checks HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer bad\r\n"
              + "Authorization: Bearer "
              + acme.key()
              + "\r\n\r\n");
      assertThat(raw.readToEnd()).startsWith("HTTP/1.1 401");
    }
  }

  @Test
  void saysTheSameWhateverIsWrongWithAKey() {
    String refused = app.client().get(PATH).text();
    for (String key : new String[] {"x", acme.key() + "x", acme.key().replaceFirst("\\.", "..")}) {
      assertThat(app.client().withKey(key).get(PATH).text()).isEqualTo(refused);
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "Accept        | any      | Send the API key in the header",
        "X-API-Key     | eyJ      | not in X-API-Key",
        "Authorization | eyJ      | must be the word Bearer and the key",
        "Authorization | Bearer x | unknown, expired or revoked",
      })
  void tellsInAHeaderHowTheKeyWasSent(String header, String value, String told) {
    assertThat(
            app.client().with(header, value).get(PATH).isUnauthorized().header("www-authenticate"))
        .startsWith("Bearer realm=\"belfry\"")
        .contains(told);
  }
}
