package dev.belfry.engine.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.GroupRetry;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.check.UrlRequest;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps rows to run specifications. Parts that many monitors have in common are parsed once and
 * shared, so that a hundred thousand monitors load within seconds and fit in memory.
 */
final class RunSpecMapper {
  /** The columns that {@link #read} reads; of tables c (checks) and g (check_groups, or null). */
  static final String COLUMNS =
      """
      c.settings #>> '{request,url}',
      coalesce((c.settings #>> '{request,followRedirects}')::boolean, true),
      coalesce((c.settings #>> '{request,skipSSL}')::boolean, false),
      coalesce(c.settings #>> '{request,ipFamily}', 'IPv4'),
      coalesce((c.settings #> '{request,assertions}')::text, 'null'),
      coalesce((c.settings ->> 'shouldFail')::boolean, false),
      (c.settings ->> 'degradedResponseTime')::float8,
      (c.settings ->> 'maxResponseTime')::float8,
      coalesce((c.settings -> 'retryStrategy')::text, 'null'),
      (g.settings -> 'retryStrategy')::text,
      CASE WHEN c.settings #>> '{retryStrategy,sameRegion}' = 'false'
          OR g.settings #>> '{retryStrategy,sameRegion}' = 'false'
        THEN (SELECT array_agg(o.location ORDER BY o.id) FROM series o
              JOIN schedules p ON p.series_id = o.id AND p.until_ms IS NULL
              WHERE o.check_id = c.id) END""";

  /** The largest maximum response time; no probe waits longer for a response. */
  private static final long LONGEST_MILLIS = 30_000;

  private static final Logger LOG = LoggerFactory.getLogger(RunSpecMapper.class);

  private static final RunSpec UNFIT =
      new RunSpec(
          new ProbeRequest(
              new UrlRequest("GET", "", false, false, UrlRequest.IpFamily.IPV4, List.of()),
              Duration.ofSeconds(1)),
          new CheckSettings.Expectation(false, null, null),
          null,
          List.of());

  /** Entries of each cache; with more of them few monitors share any. */
  private static final int MOST_SHARED = 10_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, List<Assertion>> assertions = new HashMap<>();
  private final Map<String, RetryStrategy> strategies = new HashMap<>();
  private final Map<CheckSettings.Expectation, CheckSettings.Expectation> expectations =
      new HashMap<>();
  private final Map<Long, Duration> timeouts = new HashMap<>();

  /**
   * Reads a specification. The API refuses settings that do not fit; if a row has such settings all
   * the same, its runs fail visibly and delay no other series.
   *
   * @param first index of the first of the columns
   */
  RunSpec read(Row row, int first) {
    try {
      return fitting(row, first);
    } catch (IllegalArgumentException e) {
      LOG.error(
          "Check {} has stored settings that cannot be run, so its runs fail; update the check: {}",
          row.getUUID(1),
          e.getMessage());
      return UNFIT;
    }
  }

  private RunSpec fitting(Row row, int first) {
    String url = row.getString(first);
    if (url == null) {
      throw new IllegalArgumentException("they have no request");
    }
    Double max = row.getDouble(first + 7);
    UrlRequest request =
        new UrlRequest(
            "GET",
            url,
            row.getBoolean(first + 1),
            row.getBoolean(first + 2),
            "IPv6".equals(row.getString(first + 3))
                ? UrlRequest.IpFamily.IPV6
                : UrlRequest.IpFamily.IPV4,
            shared(assertions, row.getString(first + 4), RunSpecMapper::assertions));
    CheckSettings.Expectation expectation =
        new CheckSettings.Expectation(row.getBoolean(first + 5), row.getDouble(first + 6), max);
    long millis =
        max == null ? LONGEST_MILLIS : Math.max(1, Math.min(LONGEST_MILLIS, max.longValue()));
    String[] locations = row.getArrayOfStrings(first + 10);
    return new RunSpec(
        new ProbeRequest(request, shared(timeouts, millis, Duration::ofMillis)),
        shared(expectations, expectation, same -> same),
        retry(row.getString(first + 8), row.getString(first + 9)),
        locations == null ? List.of() : Arrays.asList(locations));
  }

  private static <K, V> V shared(Map<K, V> known, K key, Function<K, V> make) {
    if (known.size() >= MOST_SHARED) {
      known.clear();
    }
    return known.computeIfAbsent(key, make);
  }

  private @Nullable RetryStrategy retry(String own, @Nullable String shared) {
    JsonNode group = shared == null ? null : json(shared);
    RetryStrategy ofCheck =
        "null".equals(own)
            ? null
            : shared(strategies, own, text -> read(text, RetryStrategy.class));
    return GroupRetry.of(group).over(ofCheck);
  }

  private static List<Assertion> assertions(String text) {
    return "null".equals(text) ? List.of() : List.of(read(text, Assertion[].class));
  }

  private static JsonNode json(String text) {
    return read(text, JsonNode.class);
  }

  private static <T> T read(String text, Class<T> type) {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "they do not match the settings of a check: " + e.getOriginalMessage(), e);
    }
  }
}
