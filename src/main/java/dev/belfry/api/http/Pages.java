package dev.belfry.api.http;

import org.jspecify.annotations.Nullable;

/**
 * Pages of a feature that are no operations of the contract, such as those of the console. Safe for
 * use by every event loop.
 */
public interface Pages {
  /** The address below which all of them are, such as {@code /console}. */
  String root();

  /**
   * The page at an address at or below the root, null when there is none.
   *
   * @param path normalised (RFC 3986, section 6.2.2), without query
   */
  @Nullable Page page(String path);

  /** Where an address at or below the root leads instead of to a page; null for nowhere else. */
  default @Nullable String target(String path) {
    return null;
  }

  /**
   * What a browser is shown at an address that has neither page nor operation, null for the error
   * in JSON that programs get. The first feature that has such a page answers for addresses below
   * no root.
   */
  default @Nullable ApiResponse missing(RequestHead head) {
    return null;
  }

  /**
   * One page, or a file it is made of.
   *
   * @param caching the {@code Cache-Control} header
   * @param policy the {@code Content-Security-Policy} header
   */
  record Page(PageBody body, String contentType, String caching, String policy) {}
}
