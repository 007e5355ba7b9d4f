package dev.belfry.statuspages.publicsite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * {@code GET /status/{url}/history}, {@code /history/{month}} and {@code /incidents/{incidentId}}.
 */
class ShowStatusHistoryIT {
  private final SiteFixture stage = new SiteFixture();

  @Test
  void showsIncidentsByTheMonthTheyBeganIn() {
    stage.incident("In May", "MAJOR", "2026-05-31T23:59:59.999Z");
    stage.incident("In June", "MAJOR", "2026-06-01T00:00:00Z");
    String now = stage.shows("/history", "/history/2026-06").text();
    assertThat(now).contains("/history/2026-05", "No incidents in this month.");

    assertThat(stage.read("/history/2026-05").matchesContract("showStatusMonth").text())
        .contains("In May", "May 2026")
        .doesNotContain("In June");
    assertThat(stage.read("/history/2026-06").text()).contains("In June").doesNotContain("In May");
    stage.read("/history").hasStatus(200).matchesContract("showStatusHistory");
  }

  @Test
  void hasNoOtherMonths() {
    for (String month : new String[] {"1999-01", "2026-13", "later", "2026-5"}) {
      assertThat(
              stage
                  .read("/history/" + month)
                  .hasStatus(404)
                  .matchesContract("showStatusMonth")
                  .text())
          .contains("This address does not exist on the status page.");
    }
    stage.read("/history/" + "9".repeat(11)).isInvalid("/month");
  }

  @Test
  void showsOneIncidentAtAnAddressThatStays() {
    String id = stage.incident("Odd", "MEDIUM", "2026-05-01T10:00:00Z");
    stage.update(id, "IDENTIFIED", "It is the cable");
    String text = stage.shows("/incidents/" + id, "It is the cable").text();
    assertThat(text).contains("Identified", "Investigating", "1 May 2026, 10:00 UTC");
    assertThat(text.indexOf("It is the cable")).isLessThan(text.indexOf("We are looking"));
    stage.read("/incidents/" + id).matchesContract("showStatusIncident");

    String elsewhere = new SiteFixture().incident("Not here", "MINOR", null);
    stage.read("/incidents/" + elsewhere).hasStatus(404).matchesContract("showStatusIncident");
    stage.read("/incidents/nonsense").isInvalid("/incidentId");
  }
}
