package dev.belfry.statuspages.publicsite;

import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.Pages;
import dev.belfry.api.http.RequestHead;
import org.jspecify.annotations.Nullable;

/** Tells browsers that there is nothing at an address below {@code /status}, in their language. */
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
    return SiteViews.nothing(new SiteKey("/", language, null, false), 404, "missing");
  }
}
