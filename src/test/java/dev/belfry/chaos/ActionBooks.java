package dev.belfry.chaos;

import dev.belfry.chaos.ChaosReceiver.ServiceRequest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Acknowledgements by the database, held against what the service that keeps alerts was told. None
 * is taken back, so the first one of an episode is the one that is told.
 */
final class ActionBooks {
  private static final String TWICE =
      """
      SELECT x.episode, d.channel_id, count(*) FROM deliveries d
      JOIN alert_actions x ON x.id = d.alert_action_id
      GROUP BY 1, 2 HAVING count(*) > 1 LIMIT 20""";

  /**
   * A message is withdrawn when its problem ends first. Retries are seconds apart, so that no
   * problem that went on for a minute has one that was not delivered.
   */
  private static final String LOST =
      """
      SELECT x.id, x.check_id, x.at_ms, e.decided_ms FROM alert_actions x
      JOIN alerts e ON e.episode = x.episode AND e.held_name IS NULL
        AND e.type IN ('ALERT_RECOVERY', 'ALERT_DEGRADED_RECOVERY')
      WHERE e.decided_ms - x.at_ms > 60000
        AND NOT EXISTS (SELECT FROM alert_actions y
          WHERE y.episode = x.episode AND (y.at_ms, y.id) < (x.at_ms, x.id))
        AND EXISTS (SELECT FROM alerts a JOIN deliveries d ON d.alert_id = a.id
            JOIN alert_channels c ON c.id = d.channel_id
          WHERE a.episode = x.episode AND c.type = 'OPSGENIE' AND d.created_ms < x.at_ms)
        AND NOT EXISTS (SELECT FROM deliveries d
          WHERE d.alert_action_id = x.id AND d.state = 'DELIVERED') LIMIT 20""";

  private static final String DELIVERED =
      """
      SELECT x.episode FROM deliveries d JOIN alert_actions x ON x.id = d.alert_action_id
      WHERE d.state = 'DELIVERED'""";

  private static final String ACKNOWLEDGED = "SELECT DISTINCT episode FROM alert_actions";

  private final Books books;

  ActionBooks(Books books) {
    this.books = books;
  }

  /** Messages about acknowledgements that the service has. */
  long delivered() throws SQLException {
    return books.rows(DELIVERED).size();
  }

  /** What must not be. */
  List<String> breaches(ChaosReceiver receiver) throws SQLException {
    List<String> found = new ArrayList<>();
    books.rows(TWICE).forEach(row -> found.add("acknowledged under two ids: " + row));
    books.rows(LOST).forEach(row -> found.add("acknowledged, and the service not told: " + row));
    Map<String, List<String>> told = new HashMap<>();
    for (ServiceRequest request : receiver.serviceRequests()) {
      told.computeIfAbsent(request.alias(), alias -> new ArrayList<>()).add(request.verb());
    }
    Set<String> acknowledged = new HashSet<>(books.rows(ACKNOWLEDGED));
    told.forEach((alias, verbs) -> found.addAll(disorder(alias, verbs, acknowledged)));
    for (String episode : books.rows(DELIVERED)) {
      if (!told.getOrDefault(episode, List.of()).contains("acknowledge")) {
        found.add("said to be acknowledged at the service, and was not: " + episode);
      }
    }
    return found;
  }

  private static List<String> disorder(String alias, List<String> verbs, Set<String> acknowledged) {
    int first = verbs.indexOf("acknowledge");
    int created = verbs.indexOf("create");
    int closed = verbs.indexOf("close");
    List<String> found = new ArrayList<>();
    if (first >= 0 && !acknowledged.contains(alias)) {
      found.add("no acknowledgement of " + alias);
    }
    if (first >= 0 && (created < 0 || created > first)) {
      found.add("acknowledged before it was told of: " + alias + " " + verbs);
    }
    if (closed >= 0 && closed < verbs.lastIndexOf("acknowledge")) {
      found.add("acknowledged after it was closed: " + alias + " " + verbs);
    }
    return found;
  }
}
