package dev.belfry.statuspages.publicsite;

import org.jspecify.annotations.Nullable;

/** The absolute addresses of pages. */
@FunctionalInterface
public interface PageUrls {
  /** The absolute address; {@code domain} is null for a page without custom domain. */
  String of(String url, @Nullable String domain);
}
