package dev.belfry.statuspages.publicsite;

import org.jspecify.annotations.Nullable;

/** Where people read pages. */
@FunctionalInterface
public interface PageUrls {
  /** The whole address; {@code domain} is null for a page without one of its own. */
  String of(String url, @Nullable String domain);
}
