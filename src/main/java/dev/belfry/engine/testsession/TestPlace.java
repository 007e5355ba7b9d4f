package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.platform.config.Region;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the checks of a session run.
 *
 * @param place a public location, or account/slug
 * @param location as clients name it
 * @param fault why nothing can run there; null when something can
 */
record TestPlace(String place, String location, @Nullable String fault) {
  private static final String FIELD = "/runLocation";
  private static final String DEFAULT = "eu-central-1";
  private static final int MOST_NAMED = 30;

  /**
   * The places of the account at which sessions run, public ones first, and whether agents run the
   * checks of one. Instances and agents beat twice a second; old agents run no sessions.
   */
  private static final String READ =
      """
      SELECT ARRAY(SELECT p.place FROM instances i
          CROSS JOIN LATERAL unnest(resolve_places(i.locations)) AS p (place)
          WHERE i.fenced_at IS NULL AND i.seen_at > epoch_millis() - 10000
            AND (i.agent_key IS NULL OR i.runs_tests)
            AND (p.place NOT LIKE '%/%' OR p.place LIKE $1::uuid::text || '/%')
          GROUP BY p.place ORDER BY p.place LIKE '%/%', p.place),
        EXISTS (SELECT FROM private_locations WHERE account_id = $1 AND slug_name = $2),
        EXISTS (SELECT FROM instances i WHERE i.fenced_at IS NULL AND i.agent_key IS NOT NULL
          AND i.seen_at > epoch_millis() - 10000
          AND i.locations = ARRAY[$1::uuid || '/' || $2])""";

  private static final String PINGING =
      """
      SELECT p.place FROM instances i
        CROSS JOIN LATERAL unnest(resolve_places(i.locations)) AS p (place)
        WHERE i.fenced_at IS NULL AND i.seen_at > epoch_millis() - 10000 AND i.may_ping
          AND i.agent_key IS NULL
          AND (p.place NOT LIKE '%/%' OR p.place LIKE $1::uuid::text || '/%')
        ORDER BY p.place LIKE '%/%', p.place LIMIT 1""";

  /** A place of the account at which a living instance may ping; empty for none. */
  static Future<Optional<TestPlace>> pinging(Database database, UUID account) {
    return database
        .query(PINGING, Tuple.of(account))
        .map(rows -> Rows.first(rows, row -> named(row.getString(0))));
  }

  /**
   * The place that a valid body names.
   *
   * @param sent the member {@code runLocation}
   * @return fails with a 400 when there is no such location
   */
  static Future<TestPlace> of(Database database, UUID account, JsonNode sent) {
    boolean isPrivate = sent.path("type").asText().equals("PRIVATE");
    String member = isPrivate ? "slugName" : "region";
    String name = sent.isTextual() ? sent.textValue() : sent.path(member).asText("");
    return database
        .query(READ, Tuple.of(account, name))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              List<String> living = List.of(row.getArrayOfStrings(0));
              if (name.isEmpty() && !isPrivate) {
                return living.isEmpty()
                    ? of(DEFAULT, DEFAULT, living, false)
                    : named(living.get(0));
              }
              boolean known = isPrivate ? row.getBoolean(1) : Region.ids().contains(name);
              if (!known) {
                String field = sent.isObject() ? FIELD + "/" + member : FIELD;
                throw ApiException.invalid(List.of(new Violation(field, unknown(isPrivate))));
              }
              return of(
                  isPrivate ? account + "/" + name : name,
                  name,
                  living,
                  isPrivate && row.getBoolean(2));
            });
  }

  private static String unknown(boolean isPrivate) {
    return isPrivate
        ? "must be the slug of a private location of the account"
        : "must be the id of a public location";
  }

  private static TestPlace of(
      String place, String location, List<String> living, boolean hasAgents) {
    return new TestPlace(
        place, location, living.contains(place) ? null : uncovered(location, living, hasAgents));
  }

  private static TestPlace named(String place) {
    return new TestPlace(place, place.substring(place.indexOf('/') + 1), null);
  }

  private static String uncovered(String location, List<String> living, boolean hasAgents) {
    String known =
        living.stream()
            .limit(MOST_NAMED)
            .map(place -> named(place).location())
            .collect(Collectors.joining(", "));
    String fault =
        hasAgents
            ? "The agents of " + location + " run no test sessions: upgrade them"
            : "No living instance runs checks at " + location;
    return fault
        + (known.isEmpty()
            ? ""
            : hasAgents ? "; others run at " + known : "; they run at " + known);
  }
}
