package dev.belfry.platform.db;

import io.vertx.core.Future;
import java.util.List;
import java.util.function.Supplier;

/**
 * One page of a list.
 *
 * @param total the number of rows on all pages
 */
public record CountedPage<T>(List<T> rows, long total) {

  /**
   * Counts first, so that a page past the end costs no more than that. Fails as its parts do.
   *
   * @param offset the number of rows before the page
   */
  public static <T> Future<CountedPage<T>> read(
      Future<Long> count, long offset, Supplier<Future<List<T>>> rows) {
    return count.compose(
        total ->
            offset >= total
                ? Future.succeededFuture(new CountedPage<>(List.of(), total))
                : rows.get().map(found -> of(found, offset, total)));
  }

  /** Rows that were added since the count are on the last page. */
  private static <T> CountedPage<T> of(List<T> rows, long offset, long counted) {
    return new CountedPage<>(rows, Math.max(counted, offset + rows.size()));
  }
}
