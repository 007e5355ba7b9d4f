package dev.belfry.statuspages.subscription;

import java.util.List;
import java.util.UUID;

/**
 * The subscribers that an update about some services would reach.
 *
 * @param subscribers confirmed ones; an address on several pages counts once
 */
record Audience(long subscribers, List<Page> pages) {
  Audience {
    pages = List.copyOf(pages);
  }

  /** A status page that shows one of the services, with its confirmed subscribers. */
  record Page(UUID id, String name, String url, long subscribers) {}
}
