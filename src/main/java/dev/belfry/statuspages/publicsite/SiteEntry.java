package dev.belfry.statuspages.publicsite;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The feed entry of one incident or maintenance interval.
 *
 * @param link its absolute address on the page
 * @param updated time of its last update
 * @param tags translated severity and status, and the names of affected services
 * @param html all its updates, newest first
 */
record SiteEntry(
    UUID id,
    String title,
    String link,
    Instant published,
    Instant updated,
    List<String> tags,
    String html) {
  SiteEntry {
    tags = List.copyOf(tags);
  }

  /** A stable id that does not depend on name or address of the page (RFC 9562, 4). */
  String urn() {
    return "urn:uuid:" + id;
  }

  static SiteEntry of(SiteIncident incident, SiteTexts texts, SiteLinks links) {
    List<String> tags = new ArrayList<>();
    tags.add(texts.of("severity", incident.severity()));
    tags.add(texts.of("status", incident.status()));
    incident.services().forEach(service -> tags.add(service.name()));
    return new SiteEntry(
        incident.id(),
        incident.name(),
        links.to("/incidents/" + incident.id()),
        incident.startedAt(),
        incident.updatedAt(),
        tags,
        html("site/feedIncident.jte", Map.of("t", texts, "incident", incident)));
  }

  static SiteEntry of(SiteMaintenance time, SiteModel model, SiteTexts texts, SiteLinks links) {
    List<String> tags = new ArrayList<>();
    tags.add(texts.get("maintenance"));
    tags.add(texts.of(time, model.at()));
    time.services().forEach(service -> tags.add(service.name()));
    return new SiteEntry(
        time.id(model.settings().id()),
        texts.get("maintenance") + ": " + time.name(),
        time.link(links, model.at()),
        time.announced(),
        time.updatedAt(model.at()),
        tags,
        html(
            "site/feedMaintenance.jte",
            Map.of("t", texts, "maintenance", time, "now", model.at())));
  }

  private static String html(String template, Map<String, Object> parameters) {
    return new String(SiteViews.render(template, parameters), StandardCharsets.UTF_8).strip();
  }
}
