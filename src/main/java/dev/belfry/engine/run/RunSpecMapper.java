package dev.belfry.engine.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.engine.probe.ProbeRequest;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.ApiDefaults;
import dev.belfry.monitoring.check.Assertion;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.ResponseTimeRules;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.monitoring.check.UrlRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maps stored settings to run specifications. Parts that many monitors have in common are parsed
 * once and shared, so that a hundred thousand monitors load within seconds and fit in memory.
 */
final class RunSpecMapper {
  /** The columns of a {@link StoredSpec}, of {@link #FROM}. */
  static final String COLUMNS =
      """
      c.check_type,
      CASE WHEN c.check_type = 'ICMP' THEN (c.settings -> 'request')
        || jsonb_build_object(
          'degradedPacketLossThreshold', c.settings -> 'degradedPacketLossThreshold',
          'maxPacketLossThreshold', c.settings -> 'maxPacketLossThreshold')
        ELSE c.settings -> 'request' END::text,
      (c.settings ->> 'shouldFail')::boolean,
      (c.settings ->> 'degradedResponseTime')::float8,
      (c.settings ->> 'maxResponseTime')::float8,
      e.retry_strategy::text,
      CASE WHEN e.retry_strategy -> 'sameRegion' = 'false'
        THEN (SELECT array_agg(place_of(o.account_id, o.location) ORDER BY o.id) FROM series o
              JOIN schedules p ON p.series_id = o.id AND p.until_ms IS NULL
              WHERE o.check_id = c.id) END,
      c.account_id, c.id, c.group_id, (g.settings -> 'apiCheckDefaults')::text,
      c.settings ->> 'name'\
      """;

  /** Adds the check of a series s with the settings that are in force for it. */
  static final String FROM =
      """
       JOIN checks c ON c.id = s.check_id LEFT JOIN check_groups g ON g.id = c.group_id
      CROSS JOIN LATERAL effective_settings(c.settings, g.settings) AS e
      """;

  private static final Logger LOG = LoggerFactory.getLogger(RunSpecMapper.class);

  private static final RunSpec UNFIT =
      new RunSpec(
          new ProbeRequest(
              UrlRequest.of(null, "", false, false, null, null, null), Duration.ofSeconds(1)),
          new CheckSettings.Expectation(false, null, null),
          null,
          List.of(),
          null);

  /** Entries of each cache; with more of them few monitors share any. */
  private static final int MOST_SHARED = 10_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final boolean named;
  private final Map<List<Assertion>, List<Assertion>> assertions = new HashMap<>();
  private final Map<String, RetryStrategy> strategies = new HashMap<>();
  private final Map<CheckSettings.Expectation, CheckSettings.Expectation> expectations =
      new HashMap<>();
  private final Map<Long, Duration> timeouts = new HashMap<>();
  private final Map<String, ApiDefaults> defaults = new HashMap<>();

  /**
   * @param named whether specifications have the owners of their checks
   */
  RunSpecMapper(boolean named) {
    this.named = named;
  }

  /**
   * Reads a specification. The API refuses settings that do not fit; if a row has such settings all
   * the same, its runs fail visibly and delay no other series.
   */
  RunSpec read(StoredSpec stored) {
    try {
      return fitting(stored);
    } catch (IllegalArgumentException e) {
      LOG.error(
          "Check {} has stored settings that cannot be run, so its runs fail; update the check: {}",
          stored.check(),
          e.getMessage());
      return UNFIT;
    }
  }

  private RunSpec fitting(StoredSpec stored) {
    String text = stored.request();
    if (text == null || text.equals("null")) {
      throw new IllegalArgumentException("they have no request");
    }
    CheckRequest request = CheckRequest.parse(CheckType.valueOf(stored.type()), text);
    Double max = stored.max();
    CheckSettings.Expectation expectation =
        new CheckSettings.Expectation(stored.shouldFail(), stored.degraded(), max);
    long millis =
        max == null
            ? ResponseTimeRules.MAX_MILLIS
            : Math.max(1, Math.min(ResponseTimeRules.MAX_MILLIS, max.longValue()));
    String strategy = stored.retry();
    return new RunSpec(
        new ProbeRequest(
            request.with(shared(assertions, request.assertions(), same -> same)),
            shared(timeouts, millis, Duration::ofMillis)),
        shared(expectations, expectation, same -> same),
        strategy == null
            ? null
            : shared(strategies, strategy, json -> read(json, RetryStrategy.class)),
        stored.places(),
        request instanceof ApiCheckRequest ? scope(stored) : null,
        named ? new RunSpec.Owner(stored.account(), stored.name()) : null);
  }

  private ApiScope scope(StoredSpec stored) {
    String shared = stored.defaults();
    return ApiScope.of(
        stored.account(),
        stored.check(),
        stored.group(),
        shared == null ? ApiDefaults.NONE : shared(defaults, shared, ApiDefaults::parse));
  }

  private static <K, V> V shared(Map<K, V> known, K key, Function<K, V> make) {
    if (known.size() >= MOST_SHARED) {
      known.clear();
    }
    return known.computeIfAbsent(key, make);
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
