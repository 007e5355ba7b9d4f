package dev.belfry.api.http;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a cursor list (wire contract 1.1).
 *
 * @param nextId id of the first entry of the next page, null at the end
 */
public record CursorPage<T>(List<T> entries, @Nullable UUID nextId) {
  public CursorPage {
    entries = List.copyOf(entries);
  }

  /** How many rows to read for a page: one more, which tells where the next page starts. */
  public static int rows(long limit) {
    return (int) limit + 1;
  }

  /**
   * The page in the rows that were read for it.
   *
   * @param rows at most {@code rows(limit)}, in the order of the list
   */
  public static <T> CursorPage<T> of(List<T> rows, long limit, Function<T, UUID> id) {
    int length = (int) Math.min(rows.size(), limit);
    return new CursorPage<>(
        rows.subList(0, length), length < rows.size() ? id.apply(rows.get(length)) : null);
  }

  /** The answer's JSON text. */
  public String json(Function<T, String> view) {
    return JsonText.cursorList(
        entries.stream().map(view).toList(), nextId == null ? null : nextId.toString());
  }
}
