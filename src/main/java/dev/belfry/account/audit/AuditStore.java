package dev.belfry.account.audit;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The SQL that reads the audit log. Each filter has an index that is in the order of the list. */
final class AuditStore {
  private static final String[] ACTIONS = {"CREATE", "DELETE", "UPDATE"};

  private static final String[] TYPES = {
    "account",
    "alert-channel",
    "alert-channel-subscription",
    "api-key",
    "check",
    "check-group",
    "client-certificate",
    "dashboard",
    "incident",
    "incident-update",
    "invitation",
    "maintenance-window",
    "member",
    "objective",
    "on-call-schedule",
    "private-location",
    "private-location-key",
    "project",
    "status-page",
    "status-page-key",
    "status-page-service",
    "status-page-subscription",
    "team",
    "trigger",
    "variable"
  };

  private static final String LIST =
      "SELECT " + AuditEntry.COLUMNS + " FROM (%s) e ORDER BY e.id DESC";

  private static final String NEWEST =
      """
      SELECT * FROM audit_entries a WHERE a.account_id = $1 AND a.id <= $2 AND a.id >= $3 %s
      ORDER BY a.id DESC LIMIT $4""";

  private static final String ANY = LIST.formatted(NEWEST.formatted(""));

  private static final String OF_RESOURCE =
      LIST.formatted(
          NEWEST.formatted(
              """
              AND a.resource_id = $5 AND a.resource_type = ANY ($6) AND a.action = ANY ($7)
              AND ($8::text IS NULL OR a.actor ="""
                  + actor("$8")
                  + ")"));

  /** The newest of each type and action, of which the newest are taken. */
  private static final String OF_KINDS =
      LIST.formatted(
          """
          SELECT newest.* FROM unnest($5::text[]) AS t (type), unnest($6::text[]) AS d (deed),
            LATERAL (%s) newest
          ORDER BY newest.id DESC LIMIT $4""");

  private static final String KIND = "AND a.resource_type = t.type AND a.action = d.deed";
  private static final String OF_KIND = OF_KINDS.formatted(NEWEST.formatted(KIND));
  private static final String OF_ACTOR =
      OF_KINDS.formatted(NEWEST.formatted(KIND + " AND a.actor =" + actor("$7")));

  private final Database database;

  AuditStore(Database database) {
    this.database = database;
  }

  /** The actor of an id, which is that of a person or a key. */
  private static String actor(String id) {
    return """
         (SELECT coalesce((SELECT 'user:' || u.id FROM users u WHERE u.id = ({id}::text)::uuid),
          'key:' || {id}::text))"""
        .replace("{id}", id);
  }

  /** Every type of resource that has entries, by name. */
  static List<String> types() {
    return List.of(TYPES);
  }

  /**
   * At most so many entries, newest first.
   *
   * @param start the first of them, null for the newest
   */
  Future<List<AuditEntry>> list(AuditFilter filter, @Nullable AuditId start, int most) {
    long newest = AuditId.at(filter.toMillis()).number() - 1;
    Tuple parameters =
        Tuple.of(
            filter.account(),
            start == null ? newest : Math.min(newest, start.number()),
            AuditId.at(filter.fromMillis()).number(),
            most);
    String[] types = orAll(filter.resourceType(), TYPES);
    String[] actions = orAll(filter.action(), ACTIONS);
    String sql;
    if (filter.resourceId() != null) {
      sql = OF_RESOURCE;
      parameters
          .addString(filter.resourceId())
          .addArrayOfString(types)
          .addArrayOfString(actions)
          .addString(filter.actor());
    } else if (filter.actor() != null) {
      sql = OF_ACTOR;
      parameters.addArrayOfString(types).addArrayOfString(actions).addString(filter.actor());
    } else if (filter.resourceType() != null || filter.action() != null) {
      sql = OF_KIND;
      parameters.addArrayOfString(types).addArrayOfString(actions);
    } else {
      sql = ANY;
    }
    return database.read(sql, parameters).map(rows -> Rows.list(rows, AuditEntry::of));
  }

  private static String[] orAll(@Nullable String one, String[] all) {
    return one == null ? all : new String[] {one};
  }
}
