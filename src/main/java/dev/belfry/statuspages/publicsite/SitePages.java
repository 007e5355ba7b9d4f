package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.Pages;
import dev.belfry.api.http.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * Tells browsers in their language that there is nothing at an address. No page lists the status
 * pages of an instance, since that would show who its accounts are.
 */
public final class SitePages implements Pages {
  @Override
  public String root() {
    return "/status";
  }

  /** The pages themselves are operations. */
  @Override
  public @Nullable Page page(String path) {
    return null;
  }

  @Override
  public ApiResponse missing(RequestHead head) {
    String language =
        SiteTexts.choose(head.parameter("lang"), head.header("accept-language").orElse(null));
    return SiteViews.nothing(new SiteKey("/", language, null, false), 404, heading(head.path()));
  }

  private static String heading(String path) {
    if (path.equals("/status") || path.equals("/status/")) {
      return "unnamed";
    }
    return path.startsWith("/status/") ? "missing" : "nowhere";
  }
}
