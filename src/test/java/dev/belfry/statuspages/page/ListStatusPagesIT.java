package dev.belfry.statuspages.page;

import static dev.belfry.statuspages.page.PageFixture.PAGES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code GET /v1/status-pages}. */
class ListStatusPagesIT {
  private final PageFixture stage = new PageFixture();

  @Test
  void nextIdLeadsThroughTheAccountsPagesOldestFirst() {
    new PageFixture().page();
    assertThat(stage.client.get(PAGES).hasStatus(200).text())
        .isEqualTo("{\"length\":0,\"entries\":[],\"nextId\":null}");
    List<String> made = List.of(stage.page().id(), stage.page().id(), stage.page().id());
    List<String> seen = new ArrayList<>();
    ApiReply part = stage.client.get(PAGES + "?limit=2").matchesContract("listStatusPages");
    part.at("/entries").forEach(page -> seen.add(page.path("id").asText()));
    String next = part.at("/nextId").asText();
    part = stage.client.get(PAGES + "?limit=2&nextId=" + next).hasStatus(200);
    part.at("/entries").forEach(page -> seen.add(page.path("id").asText()));
    assertThat(seen).isEqualTo(made);
    assertThat(part.at("/nextId").isNull()).isTrue();
    assertThat(part.at("/entries/0"))
        .isEqualTo(stage.client.get(PageFixture.path(made.get(2))).json());
  }

  @Test
  void namesEveryOffendingParameter() {
    stage.client.get(PAGES + "?limit=0&nextId=later").isInvalid("/limit", "/nextId");
  }

  @Test
  void refusesStrangers() {
    stage.strangers("GET", PAGES, null).areRefused();
  }
}
