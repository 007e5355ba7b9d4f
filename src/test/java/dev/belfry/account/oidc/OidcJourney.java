package dev.belfry.account.oidc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiReply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** The way of a browser to the provider and back. */
final class OidcJourney {
  private static final String CALLBACK = "/console/oidc/callback";

  private final TestApp start;
  private final TestApp end;
  private final FakeProvider provider;

  /**
   * @param end the instance that the browser returns to
   */
  OidcJourney(TestApp start, TestApp end, FakeProvider provider) {
    this.start = start;
    this.end = end;
    this.provider = provider;
  }

  /** The claims of a person with a verified address. */
  static JsonObject person(String subject, String email, String... groups) {
    return new JsonObject()
        .put("sub", subject)
        .put("email", email)
        .put("email_verified", true)
        .put("name", "Grace")
        .put("realm", new JsonObject().put("groups", new JsonArray(List.of(groups))));
  }

  ApiReply depart() {
    return start.client().get("/console/oidc").hasStatus(302).matchesContract("startOidcSignIn");
  }

  static String cookie(ApiReply reply) {
    String cookie = reply.header("set-cookie");
    return cookie.substring(0, cookie.indexOf(';'));
  }

  ApiReply arrive(String cookie, String query) {
    return end.client()
        .with("Cookie", cookie)
        .get(CALLBACK + query)
        .hasStatus(302)
        .matchesContract("finishOidcSignIn");
  }

  ApiReply travel(JsonObject claims) {
    return travel(claims, new JsonObject());
  }

  /** The answer to a browser that comes back with a person signed in. */
  ApiReply travel(JsonObject claims, JsonObject shown) {
    ApiReply departed = depart();
    return arrive(cookie(departed), provider.signIn(departed.header("location"), claims, shown));
  }

  static void requireProblem(ApiReply reply, String word) {
    assertThat(reply.header("location")).isEqualTo("/console?oidc=" + word);
    assertThat(reply.header("set-cookie")).isEmpty();
  }
}
