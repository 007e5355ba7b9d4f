package dev.belfry.engine.result;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the query parameters of a list of results. */
final class ResultQuery {
  private static final long SIX_HOURS = Duration.ofHours(6).toMillis();

  /** Allows for different clocks of instance and database. */
  private static final long LEEWAY = Duration.ofHours(1).toMillis();

  private ResultQuery() {}

  /** The filter of a list that goes back as far as results are kept. */
  static ResultFilter anyTime(ApiRequest request, long now) {
    long from = request.optionalTime("from").orElse(0L);
    long to = request.optionalTime("to").orElse(Math.max(from, now + LEEWAY));
    if (from > to) {
      throw ApiException.invalid(
          ApiException.Source.QUERY, List.of(new Violation("/from", "must not be after to")));
    }
    return filter(request, from, to);
  }

  /** The filter of a list of six hours: the last six, unless the query names others. */
  static ResultFilter sixHours(ApiRequest request, long now) {
    Optional<Long> first = request.optionalTime("from");
    Optional<Long> last = request.optionalTime("to");
    long from = first.orElse(last.orElse(now) - SIX_HOURS);
    long to = last.orElse(first.isPresent() ? from + SIX_HOURS : now + LEEWAY);
    if (from > to || (first.isPresent() && last.isPresent() && to - from > SIX_HOURS)) {
      throw ApiException.invalid(
          ApiException.Source.QUERY,
          List.of(new Violation("/from", "must be before to, by six hours at most")));
    }
    return filter(request, from, to);
  }

  /** The members that an entry is to have, empty for all. */
  static Set<String> fields(ApiRequest request) {
    return request.texts("fields").stream()
        .flatMap(text -> Arrays.stream(text.split(",", -1)))
        .map(name -> name.strip().replaceFirst("[.].*", ""))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }

  private static ResultFilter filter(ApiRequest request, long from, long to) {
    return new ResultFilter(
        request.account(),
        request.guid("checkId"),
        request.optionalText("resultType").map(ResultFilter.Kind::valueOf).orElseThrow(),
        from,
        to,
        request.optionalText("location").orElse(null),
        request.optionalFlag("hasFailures").orElse(null));
  }
}
