package dev.belfry.statuspages.page;

import static dev.belfry.statuspages.page.PageFixture.PAGES;
import static dev.belfry.statuspages.page.PageFixture.body;
import static dev.belfry.statuspages.page.PageFixture.card;
import static dev.belfry.statuspages.page.PageFixture.url;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.testing.ApiReply;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code POST /v1/status-pages}. */
class CreateStatusPageIT {
  private final PageFixture stage = new PageFixture();

  @Test
  void createsAPageWithTheDocumentedDefaults() {
    String url = url();
    ApiReply reply =
        stage
            .client
            .post(PAGES, body(url, card("Shop", stage.web), card("Rest")))
            .hasStatus(201)
            .matchesContract("createStatusPage");
    assertThat(reply.at("/url").asText()).isEqualTo(url);
    assertThat(reply.at("/accountId").asText()).isEqualTo(stage.acme.account().toString());
    assertThat(reply.at("/defaultTheme").asText()).isEqualTo("AUTO");
    assertThat(reply.at("/isPrivate").asBoolean(true)).isFalse();
    assertThat(reply.at("/version").asInt()).isEqualTo(2);
    assertThat(reply.at("/updated_at").isNull()).isTrue();
    for (String member : new String[] {"customDomain", "logo", "themeColors", "description"}) {
      assertThat(reply.at("/" + member).isNull()).as(member).isTrue();
    }
    assertThat(reply.at("/cards").findValuesAsText("name")).containsExactly("Shop", "Web", "Rest");
    assertThat(reply.at("/cards/0/services/0/accountId").asText())
        .isEqualTo(stage.acme.account().toString());
    assertThat(reply.at("/cards/1/services")).isEmpty();
    assertThat(stage.client.get(PageFixture.path(reply.id())).json()).isEqualTo(reply.json());
  }

  @Test
  void keepsEveryFieldThatIsSet() {
    String domain = url() + ".example.com";
    ApiReply reply =
        stage
            .client
            .post(
                PAGES,
                """
                {"name":"Acme","url":"%s","customDomain":"%s","description":"All of it",
                 "logo":"https://example.com/l.svg","logoDark":"https://example.com/d.svg",
                 "favicon":"https://example.com/f.ico","redirectTo":"https://example.com/",
                 "defaultTheme":"DARK","themeColors":{"light":{"accent":"#0a5"},"dark":null},
                 "isPrivate":true,"cards":[]}"""
                    .formatted(url(), domain.toUpperCase(java.util.Locale.ROOT)))
            .hasStatus(201)
            .matchesContract("createStatusPage");
    assertThat(reply.at("/customDomain").asText()).isEqualTo(domain);
    JsonNode verification = reply.at("/customDomainVerification");
    assertThat(verification.path("status").asText()).isEqualTo("PENDING");
    assertThat(verification.path("recordName").asText()).isEqualTo("_belfry-challenge." + domain);
    assertThat(verification.path("recordValue").asText()).startsWith("belfry=");
    assertThat(reply.at("/themeColors/light/accent").asText()).isEqualTo("#0a5");
    assertThat(reply.at("/themeColors/dark").isNull()).isTrue();
    assertThat(reply.at("/redirectTo").asText()).isEqualTo("https://example.com/");
    assertThat(reply.at("/isPrivate").asBoolean()).isTrue();
    stage
        .client
        .post(
            PAGES,
            "{\"name\":\"x\",\"url\":\"%s\",\"customDomain\":\"%s\",\"cards\":[]}"
                .formatted(url(), domain))
        .isError(409, "Conflict", "Another status page of the account has this customDomain");
  }

  @Test
  void anAddressIsUniqueOverAllAccountsWhateverItsCase() {
    String url = url();
    ApiReply made = stage.client.post(PAGES, body(url.toUpperCase(java.util.Locale.ROOT)));
    assertThat(made.hasStatus(201).at("/url").asText()).isEqualTo(url);
    stage
        .app
        .as(stage.app.newTenant())
        .post(PAGES, body(url))
        .isError(409, "Conflict", "Another status page has this url")
        .matchesContract("createStatusPage");
  }

  /** They are written into a policy, and each was a 500. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://e.org/my logo.png",
        "https://e.org/{a}",
        "https://e.org/a|b^`[<",
        "https://e.org/%zz",
        "https://e.org/a#b#c",
        "https://e.org/\u00a0\u0085\u2028"
      })
  void takesNoAddressThatNeedsEscapes(String address) {
    String body =
        "{'name':'x','url':'"
            + url()
            + "','cards':[],'logo':'%1$s','logoDark':'%1$s',"
            + "'favicon':'%1$s','redirectTo':'%1$s'}";
    stage
        .client
        .post(PAGES, body.replace("%1$s", address).replace('\'', '"'))
        .isInvalid("/favicon", "/logo", "/logoDark", "/redirectTo");
  }

  @Test
  void takesNoAddressWithAUserNameOrPassword() {
    stage
        .client
        .post(
            PAGES,
            """
            {"name":"x","url":"%s","cards":[],"logo":"https://x;sandbox;@e.org/logo.png",
             "logoDark":"https://a:b@e.org/","favicon":"https://e.org/a@b",
             "redirectTo":"https://bank.example@e.org/"}"""
                .formatted(url()))
        .isInvalid("/logo", "/logoDark", "/redirectTo");
  }

  @Test
  void namesEveryOffendingField() {
    stage.client.post(PAGES, "{}").isInvalid("/name", "/url", "/cards");
    stage
        .client
        .post(
            PAGES,
            """
            {"name":"","url":"-no-","customDomain":"nowhere","logo":"logo.svg","favicon":"ftp://x",
             "defaultTheme":"PINK","themeColors":{"dark":{"text":"red"}},
             "cards":[{"name":"a","services":[{"id":"%1$s"},{"id":"%1$s"}]},{"services":[{}]}]}"""
                .formatted(stage.web))
        .isInvalid(
            "/name",
            "/url",
            "/customDomain",
            "/logo",
            "/favicon",
            "/defaultTheme",
            "/themeColors/dark/text",
            "/cards/0/services/1/id",
            "/cards/1/name",
            "/cards/1/services/0/id");
  }

  @Test
  void boundsCardsAndServices() {
    String[] cards = Collections.nCopies(51, card("c")).toArray(String[]::new);
    stage.client.post(PAGES, body(url(), cards)).isInvalid("/cards");
    String services =
        String.join(
            ",", Collections.nCopies(101, "{\"id\":\"" + java.util.UUID.randomUUID() + "\"}"));
    stage
        .client
        .post(PAGES, body(url(), "{\"name\":\"c\",\"services\":[" + services + "]}"))
        .hasStatus(400);
  }

  @Test
  void aServiceMayBeOnSeveralCardsButMustBeTheAccounts() {
    stage
        .client
        .post(PAGES, body(url(), card("a", stage.web), card("b", stage.web)))
        .hasStatus(201);
    String foreign =
        stage.app.as(stage.app.newTenant()).post(PAGES + "/services", "{\"name\":\"Theirs\"}").id();
    String url = url();
    stage
        .client
        .post(PAGES, body(url, card("a", foreign)))
        .isNotFound()
        .matchesContract("createStatusPage");
    stage.client.post(PAGES, body(url, card("a", PageFixture.UNKNOWN))).isNotFound();
    stage.client.post(PAGES, body(url, card("a", stage.web))).hasStatus(201);
  }

  @Test
  void emptyTextsOfClientsThatSendThemMeanNone() {
    ApiReply reply =
        stage
            .client
            .post(
                PAGES,
                """
                {"name":"Acme","url":"%s","customDomain":"","logo":"","id":"","created_at":"",
                 "cards":[{"id":"","name":"c"},{"id":null,"name":"d"}]}"""
                    .formatted(url()))
            .hasStatus(201);
    assertThat(reply.at("/logo").isNull()).isTrue();
    assertThat(reply.at("/customDomain").isNull()).isTrue();
    assertThat(reply.at("/cards/1/services")).isEmpty();
  }

  @Test
  void refusesStrangers() {
    stage.strangers("POST", PAGES, body(url())).areRefused();
  }

  @Test
  void canBeReadByAnybodyAtOnce() {
    for (int number = 0; number < 5; number++) {
      String url = "soon" + number + "-" + stage.acme.account().toString().substring(24);
      stage
          .client
          .post(
              "/v1/status-pages", "{\"name\":\"Soon\",\"url\":\"%s\",\"cards\":[]}".formatted(url))
          .hasStatus(201);
      stage.app.client().get("/status/" + url).hasStatus(200);
    }
  }
}
