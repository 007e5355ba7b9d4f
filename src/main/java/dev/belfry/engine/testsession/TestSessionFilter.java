package dev.belfry.engine.testsession;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.CursorPage;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions a list shows. Empty lists select all.
 *
 * @param fromMs milliseconds since 1970; null for no bound
 * @param toMs likewise, exclusive
 * @param cursor id of the first session; null for the newest
 * @param limit of the page
 */
record TestSessionFilter(
    @Nullable Long fromMs,
    @Nullable Long toMs,
    List<String> statuses,
    List<String> branches,
    List<String> users,
    List<String> providers,
    Optional<String> text,
    @Nullable UUID cursor,
    long limit) {
  TestSessionFilter {
    statuses = List.copyOf(statuses);
    branches = List.copyOf(branches);
    users = List.copyOf(users);
    providers = List.copyOf(providers);
  }

  static TestSessionFilter of(ApiRequest request) {
    return new TestSessionFilter(
        request.optionalTime("from").orElse(null),
        request.optionalTime("to").orElse(null),
        request.texts("statuses"),
        request.texts("branches"),
        request.texts("users"),
        request.texts("providers"),
        request.optionalText("textSearch"),
        request.optionalGuid("nextId").orElse(null),
        request.number("limit"));
  }

  /** The parameters of the statement that lists. */
  Tuple parameters(UUID account) {
    return Tuple.tuple()
        .addUUID(account)
        .addLong(fromMs)
        .addLong(toMs)
        .addArrayOfString(orNull(statuses))
        .addArrayOfString(orNull(branches))
        .addArrayOfString(orNull(users))
        .addArrayOfString(orNull(providers))
        .addString(text.orElse(null))
        .addUUID(cursor)
        .addInteger(CursorPage.rows(limit));
  }

  private static String @Nullable [] orNull(List<String> texts) {
    return texts.isEmpty() ? null : texts.toArray(String[]::new);
  }
}
