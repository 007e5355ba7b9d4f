package dev.belfry.account.oidc;

import static dev.belfry.account.oidc.OidcJourney.cookie;
import static dev.belfry.account.oidc.OidcJourney.person;
import static dev.belfry.account.oidc.OidcJourney.requireProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.belfry.app.People;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** What browsers, tokens and other instances bring that proves nobody, and what does. */
class OidcForgeryIT {
  private static final TestApp SHARED = TestApp.shared();
  private static final Tenant ACME = SHARED.newTenant();

  private static FakeProvider provider;
  private static FakeProvider otherProvider;
  private static TestApp app;
  private static TestApp second;
  private static OidcJourney journey;

  private final String email = new People(SHARED).email();

  @BeforeAll
  static void start() {
    provider = new FakeProvider(0);
    otherProvider = new FakeProvider(0);
    Map<String, String> environment = provider.environment("staff=viewer@" + ACME.account());
    app = TestApp.startOn(SHARED.database().address(), environment);
    second = TestApp.startOn(SHARED.database().address(), environment);
    journey = new OidcJourney(app, app, provider);
  }

  @AfterAll
  static void stop() {
    second.close();
    app.close();
    otherProvider.close();
    provider.close();
  }

  @AfterEach
  void honest() {
    provider.token = UnaryOperator.identity();
  }

  private JsonObject grace() {
    return person(email, email, "staff");
  }

  static Stream<JsonObject> wrongClaims() {
    long now = Instant.now().getEpochSecond();
    return Stream.of(
        new JsonObject().put("nonce", "another"),
        new JsonObject().putNull("nonce"),
        new JsonObject().put("aud", "another"),
        new JsonObject().putNull("aud"),
        new JsonObject().put("iss", "http://127.0.0.1:1"),
        new JsonObject().putNull("iss"),
        new JsonObject().put("azp", "another"),
        new JsonObject().put("exp", now - 120),
        new JsonObject().putNull("exp"),
        new JsonObject().put("exp", "soon"),
        new JsonObject().put("nbf", now + 600),
        new JsonObject().put("sub", ""),
        new JsonObject().putNull("sub"),
        new JsonObject().put("sub", 7),
        new JsonObject().put("sub", "x".repeat(256)));
  }

  @ParameterizedTest
  @MethodSource("wrongClaims")
  void aTokenWithAWrongClaimProvesNobody(JsonObject wrong) {
    requireProblem(journey.travel(grace().mergeIn(wrong)), "failed");
  }

  static Stream<UnaryOperator<String>> forgeries() {
    return Stream.of(
        token -> part(token, 0, "{\"alg\":\"none\"}") + '.' + part(token, 1) + '.',
        token -> part(token, 0, "{\"alg\":\"none\"}") + '.' + part(token, 1),
        token -> part(token, 0, "{\"alg\":\"HS256\"}") + '.' + part(token, 1) + ".c2ln",
        token ->
            part(token, 0, "{\"alg\":\"RS256\",\"crit\":[\"x\"]}")
                + token.substring(token.indexOf('.')),
        token -> part(token, 0) + '.' + part(token, 1) + '.',
        token ->
            part(token, 0) + '.' + FakeProvider.base64(new JsonObject()) + '.' + part(token, 2),
        token -> otherProvider.sign(claims(token)),
        token -> "no.token.atall",
        token -> "");
  }

  private static JsonObject claims(String token) {
    return new JsonObject(new String(Base64.getUrlDecoder().decode(part(token, 1)), UTF_8));
  }

  private static String part(String token, int number) {
    return token.split("\\.", -1)[number];
  }

  private static String part(String token, int number, String other) {
    assertThat(part(token, number)).isNotEmpty();
    return FakeProvider.base64(other.getBytes(UTF_8));
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void aTokenThatTheProviderDidNotSignProvesNobody(UnaryOperator<String> forgery) {
    provider.token = forgery;
    requireProblem(journey.travel(grace()), "failed");
  }

  @Test
  void nothingSecretIsLogged() {
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    root.addAppender(log);
    String query;
    try {
      ApiReply departed = journey.depart();
      query = provider.signIn(departed.header("location"), grace().put("nonce", "another"));
      requireProblem(journey.arrive(cookie(departed), query), "failed");
      requireProblem(journey.arrive(cookie(departed), query), "failed");
    } finally {
      root.detachAppender(log);
    }
    String written =
        String.join(
            "\n", List.copyOf(log.list).stream().map(ILoggingEvent::getFormattedMessage).toList());
    String code = FakeProvider.parameters(query.substring(1)).get("code");
    assertThat(written)
        .contains("is of another sign-in", "answered 400 (invalid_grant)")
        .doesNotContain(code, FakeProvider.SECRET, "client%3Asecret", email, "eyJ");
  }

  @Test
  void aBrowserWithoutTheCookieOfTheSignInIsSentAway() {
    ApiReply departed = journey.depart();
    String query = provider.signIn(departed.header("location"), grace());
    String other = cookie(journey.depart());
    requireProblem(journey.arrive("a=b", query), "expired");
    requireProblem(journey.arrive(other, query), "expired");
    requireProblem(journey.arrive("belfry_oidc=", query), "expired");
    String plain = "9999999999 state nonce verifier";
    String forged = "belfry_oidc=" + FakeProvider.base64(plain.getBytes(UTF_8));
    requireProblem(journey.arrive(forged, "?state=state&code=x"), "expired");
    requireProblem(journey.arrive(cookie(departed), query.replace("state=", "state=x")), "expired");
    requireProblem(journey.arrive(cookie(departed), "?code=x"), "expired");
    assertThat(journey.arrive(cookie(departed), query).header("location")).isEqualTo("/console");
  }

  @Test
  void whatTheProviderRefusesIsRefused() {
    ApiReply departed = journey.depart();
    String state = provider.signIn(departed.header("location"), grace()).replaceAll("&code.*", "");
    requireProblem(journey.arrive(cookie(departed), state + "&error=access_denied"), "refused");
    requireProblem(journey.arrive(cookie(departed), state), "refused");
    requireProblem(journey.arrive(cookie(departed), state + "&code=wrong"), "failed");
    requireProblem(
        journey.arrive(cookie(departed), state + "&code=x&iss=https%3A%2F%2Fother.test"), "failed");
  }

  @Test
  void anyInstanceTakesTheBrowserBack() {
    ApiReply begun = new OidcJourney(app, second, provider).travel(grace());
    assertThat(begun.header("location")).isEqualTo("/console");
  }
}
