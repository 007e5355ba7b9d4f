package dev.belfry.statuspages.publicsite;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The content of a feed, independent of its format.
 *
 * @param self absolute address of the feed
 * @param home absolute address of the page
 * @param entries last updated first
 */
record SiteFeed(
    SiteSettings page,
    SiteTexts texts,
    String self,
    String home,
    Instant updated,
    List<SiteEntry> entries) {
  /** The number of newest incidents in a feed. */
  static final int MOST_INCIDENTS = 50;

  SiteFeed {
    entries = List.copyOf(entries);
  }

  /** The feed of a page; its links are absolute, since feed readers show them elsewhere. */
  static SiteFeed of(SiteModel model, SiteKey key) {
    SiteSettings page = model.settings();
    SiteTexts texts = SiteTexts.of(key.language());
    SiteLinks links = new SiteLinks(page.home(), key.asked());
    List<SiteEntry> entries = new ArrayList<>();
    model.incidents().stream()
        .limit(MOST_INCIDENTS)
        .forEach(incident -> entries.add(SiteEntry.of(incident, texts, links)));
    Stream.concat(model.maintenanceNext().stream(), model.recentMaintenance().stream())
        .forEach(time -> entries.add(SiteEntry.of(time, model, texts, links)));
    entries.sort(Comparator.comparing(SiteEntry::updated).reversed());
    return new SiteFeed(page, texts, links.to(key.path()), links.home(), model.changed(), entries);
  }

  /** The description of the page, or a standard text. */
  String about() {
    String description = page.description();
    return description == null ? texts.get("subscribe.lead") : description;
  }
}
