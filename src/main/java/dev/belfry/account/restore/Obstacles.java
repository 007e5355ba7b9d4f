package dev.belfry.account.restore;

import dev.belfry.platform.error.Obstacle;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Set;

/** Says what stands in the way of a restoration. */
final class Obstacles {
  private static final String GROUP = "GROUP_MISSING";
  private static final String SERVICE = "SERVICE_MISSING";
  private static final String LOCATION = "PRIVATE_LOCATION_MISSING";

  /** A client may have the resource restored without these. */
  private static final Set<String> MISSING = Set.of(GROUP, SERVICE, LOCATION);

  private Obstacles() {}

  /** Reads a row of {@code obstacles.sql}: code, type, id. */
  static Obstacle of(Row row) {
    String code = row.getString(0);
    String id = row.getString(2);
    return new Obstacle(code, message(code, id), row.getString(1), id);
  }

  static boolean isMissing(Obstacle obstacle) {
    return MISSING.contains(obstacle.code());
  }

  /** One sentence for people that names all of them. */
  static String message(List<Obstacle> obstacles) {
    return "Cannot restore it: "
        + String.join("; ", obstacles.stream().map(Obstacle::message).toList());
  }

  private static String message(String code, String id) {
    return switch (code) {
      case GROUP -> "the check group " + id + " does not exist";
      case SERVICE -> "the service " + id + " does not exist";
      case LOCATION -> "the private location " + id + " does not exist";
      case "TEAM_GONE" -> "the team " + id + " does not exist";
      case "ID_TAKEN" -> "the id " + id + " exists";
      case "NAME_TAKEN" -> "another team has the name " + id;
      case "URL_TAKEN" -> "another status page has the url " + id;
      case "DOMAIN_TAKEN" -> "another status page of the account has the customDomain " + id;
      case "QUOTA_USED_UP" -> "the quota " + id + " has no room for it";
      default -> throw new IllegalStateException("no message for " + code);
    };
  }
}
