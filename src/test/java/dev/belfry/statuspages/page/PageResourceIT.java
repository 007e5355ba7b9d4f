package dev.belfry.statuspages.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.resource.DesiredResource;
import dev.belfry.api.resource.ResourceFixture;
import dev.belfry.platform.error.ApiException;
import dev.belfry.statuspages.domain.DomainPolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageResourceIT {
  private final ResourceFixture stage =
      new ResourceFixture(
          database -> new PageResource(database, ResourceFixture.IDS, DomainPolicies.usual()));
  private final String web = service("Web");
  private final String shop = service("Shop");

  private String service(String name) {
    return stage.make("/v1/status-pages/services", "{\"name\":\"" + name + "\"}");
  }

  private static String page(String url, String cards) {
    return "{\"name\":\"Acme\",\"url\":\"" + url + "\",\"cards\":[" + cards + "]}";
  }

  private static String card(String name, String... services) {
    return PageFixture.card(name, services);
  }

  private JsonNode shown(DesiredResource page) {
    return stage
        .client
        .get("/v1/status-pages/" + page.id())
        .hasStatus(200)
        .matchesContract("readStatusPage")
        .json();
  }

  private List<String> cardIds(DesiredResource page) {
    List<String> ids = new ArrayList<>();
    shown(page).path("cards").forEach(card -> ids.add(card.path("id").asText()));
    return ids;
  }

  @Test
  void pagesLive() {
    stage.live(
        List.of(
            page(PageFixture.url(), card("Public", web, shop) + "," + card("Empty")),
            """
            {"name":"Colours","url":"%s","customDomain":"Status-%s.Example.com","logo":"",
             "themeColors":{"light":{"accent":"#fff"}},"defaultTheme":"DARK","isPrivate":true,
             "cards":[{"name":"C","services":["%s"]}],"version":2}"""
                .formatted(PageFixture.url().toUpperCase(Locale.ROOT), web, web)),
        List.of(page(PageFixture.url(), card("Public", shop, web)), page(PageFixture.url(), "")));
  }

  @Test
  void twoHundredLive() {
    List<String> payloads = many(card("A", web, shop) + "," + card("B", web) + "," + card("C"));
    List<String> others = many(card("B", shop) + "," + card("A", shop, web));

    stage.live(payloads, others);
  }

  private static List<String> many(String cards) {
    return IntStream.range(0, 200).mapToObj(i -> page(PageFixture.url(), cards)).toList();
  }

  @Test
  void cardsKeepTheirIdsByNameAndThenByPlace() {
    String url = PageFixture.url();
    DesiredResource page =
        stage.inserted(page(url, card("A", web) + "," + card("B") + "," + card("C")));
    List<String> before = cardIds(page);

    stage.updated(
        page, page(url, card("C") + "," + card("Bee") + "," + card("A", shop) + "," + card("D")));

    List<String> after = cardIds(page);
    assertThat(after.subList(0, 3)).containsExactly(before.get(2), before.get(1), before.get(0));
    assertThat(before).doesNotContain(after.get(3));
  }

  @Test
  void aPageKeepsItsSubscribers() {
    String url = PageFixture.url();
    DesiredResource page = stage.inserted(page(url, card("A", web)));
    String subscriptions = "/v1/status-pages/" + page.id() + "/subscriptions";
    stage
        .client
        .post(
            subscriptions,
            "{\"type\":\"EMAIL\",\"config\":\"reader@example.org\",\"autoVerify\":true}")
        .hasStatus(201);

    stage.updated(page, page(PageFixture.url(), card("A", shop)));

    assertThat(stage.client.get(subscriptions).hasStatus(200).json()).hasSize(1);
  }

  @Test
  void pagesOfAProjectMayExchangeTheirAddresses() {
    String one = PageFixture.url();
    String two = PageFixture.url();
    List<DesiredResource> pages = stage.inserted(List.of(page(one, ""), page(two, "")));
    List<DesiredResource> swapped =
        List.of(
            stage.changed(pages.get(0), page(two, "")), stage.changed(pages.get(1), page(one, "")));

    assertThat(stage.complaints(swapped)).isEmpty();
    stage.update(swapped);
    stage.assertStored(swapped);
  }

  @Test
  void anAddressThatAnotherPageHasIsAProblem() {
    String url = PageFixture.url();
    String domain = url + ".example.com";
    String theirs = "their-" + domain;
    String body = "{\"name\":\"x\",\"url\":\"%s\",\"customDomain\":\"%s\",\"cards\":[]}";
    stage.app.as(stage.other).post("/v1/status-pages", body.formatted(url, theirs)).hasStatus(201);
    stage.client.post("/v1/status-pages", body.formatted(PageFixture.url(), domain)).hasStatus(201);
    DesiredResource kept = stage.inserted(page(PageFixture.url(), ""));
    String free = PageFixture.url();
    List<DesiredResource> wanted = new ArrayList<>();
    wanted.add(kept);
    wanted.addAll(
        stage.items(
            List.of(
                page(url.toUpperCase(Locale.ROOT), ""),
                page(free, ""),
                page(free, ""),
                body.formatted(PageFixture.url(), domain),
                body.formatted(PageFixture.url(), theirs))));

    assertThat(stage.complaints(wanted))
        .containsExactly(
            "r0 /url is taken by another status page",
            "r2 /url is taken by another status page",
            "r3 /customDomain is taken by another status page");
    assertThatThrownBy(() -> stage.inserted(page(url, "")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("Another status page has this url");
  }

  @Test
  void theAddressOfAPageThatTheProjectRemovesIsFree() {
    String url = PageFixture.url();
    DesiredResource old = stage.inserted(page(url, ""));
    List<DesiredResource> wanted = stage.items(List.of(page(url, "")));

    assertThat(stage.complaints(wanted)).containsExactly("r0 /url is taken by another status page");
    assertThat(stage.complaints(wanted, old.id())).isEmpty();
  }

  @Test
  void aPageWithoutPagesHasNoProblems() {
    assertThat(stage.complaints(List.of())).isEmpty();
  }

  @Test
  void aPageIsDeletedWithItsCards() {
    DesiredResource page = stage.inserted(page(PageFixture.url(), card("A", web)));

    stage.delete(page);

    stage.client.get("/v1/status-pages/" + page.id()).hasStatus(404);
  }
}
