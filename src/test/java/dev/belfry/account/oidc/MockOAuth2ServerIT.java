package dev.belfry.account.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.People;
import dev.belfry.app.People.SignedIn;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in over a provider that others wrote, with its own discovery, keys and check of PKCE. */
@SuppressWarnings("NullAway") // JUnit sets what is static before it makes an instance.
class MockOAuth2ServerIT {
  private static final TestApp SHARED = TestApp.shared();
  private static final People PEOPLE = new People(SHARED);
  private static final Tenant CLAIMED = SHARED.newTenant();
  private static final String CLIENT = "belfry";
  private static final String CALLBACK = "http://belfry.test/console/oidc/callback";

  private static MockOAuth2Server provider;
  private static TestApp app;

  @BeforeAll
  static void start() {
    provider = new MockOAuth2Server();
    provider.start(InetAddress.getLoopbackAddress(), 0);
    app =
        TestApp.startOn(
            SHARED.database().address(),
            Map.of(
                "BELFRY_PUBLIC_URL",
                "http://belfry.test",
                "BELFRY_OIDC_ISSUER",
                provider.issuerUrl("staff").toString(),
                "BELFRY_OIDC_CLIENT_ID",
                CLIENT,
                "BELFRY_OIDC_CLIENT_SECRET",
                "secret",
                "BELFRY_OIDC_ROLES_CLAIM",
                "groups",
                "BELFRY_OIDC_ROLES",
                "editors=editor@" + CLAIMED.account()));
  }

  @AfterAll
  static void stop() {
    app.close();
    provider.shutdown();
  }

  /** The query with which the provider sends a browser back. */
  private static String back(String location, Map<String, Object> claims)
      throws IOException, InterruptedException {
    provider.enqueueCallback(
        new DefaultOAuth2TokenCallback(
            "staff", "the subject of " + claims.get("email"), "JWT", List.of(CLIENT), claims));
    HttpResponse<Void> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(URI.create(location)).build(), BodyHandlers.discarding());
    assertThat(answer.statusCode()).isEqualTo(302);
    String target = answer.headers().firstValue("Location").orElseThrow();
    assertThat(target).startsWith(CALLBACK + "?");
    return target.substring(CALLBACK.length());
  }

  private static Map<String, Object> claims(String email, boolean verified) {
    Map<String, Object> claims = new HashMap<>();
    claims.put("email", email);
    claims.put("email_verified", verified);
    claims.put("name", "Grace");
    claims.put("groups", List.of("editors"));
    return claims;
  }

  private static ApiReply depart() {
    return app.client().get("/console/oidc").hasStatus(302);
  }

  private static ApiReply arrive(ApiReply departed, String query) {
    return app.client()
        .with("Cookie", OidcJourney.cookie(departed))
        .get("/console/oidc/callback" + query)
        .hasStatus(302);
  }

  @Test
  void aPersonOfAGroupGetsItsRole() throws IOException, InterruptedException {
    String email = PEOPLE.email();
    ApiReply departed = depart();
    ApiReply begun = arrive(departed, back(departed.header("location"), claims(email, true)));
    assertThat(begun.header("location")).isEqualTo("/console");
    SignedIn grace = PEOPLE.signedIn(begun, email);
    assertThat(grace.client().get("/console/session").at("/role").asText()).isEqualTo("READ_WRITE");
    assertThat(grace.client().get("/console/session").at("/user/name").asText()).isEqualTo("Grace");
  }

  @Test
  void anAddressThatIsNotVerifiedIsRefused() throws IOException, InterruptedException {
    ApiReply departed = depart();
    ApiReply ended =
        arrive(departed, back(departed.header("location"), claims(PEOPLE.email(), false)));
    assertThat(ended.header("location")).startsWith("/console?oidc=");
    assertThat(ended.header("set-cookie")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"code_challenge", "nonce"})
  void aChangedAttemptIsRefused(String parameter) throws IOException, InterruptedException {
    ApiReply departed = depart();
    String changed = departed.header("location").replaceFirst("([?&]" + parameter + "=)", "$1x");
    ApiReply ended = arrive(departed, back(changed, claims(PEOPLE.email(), true)));
    assertThat(ended.header("location")).startsWith("/console?oidc=");
    assertThat(ended.header("set-cookie")).isEmpty();
  }
}
