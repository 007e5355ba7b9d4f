package dev.belfry.engine.testsession;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.engine.request.ApiScope;
import dev.belfry.engine.session.MatchingChecks;
import dev.belfry.engine.session.SessionTarget;
import dev.belfry.monitoring.check.RetryStrategy;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import dev.belfry.platform.db.Rows;
import dev.belfry.platform.error.ApiException;
import dev.belfry.platform.error.Violation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes runs of checks that are stored. Their secrets stay sealed as they are. */
final class StoredChecks {
  private static final String READ =
      """
      SELECT c.id, c.check_type, c.settings::text, c.group_id,
        (g.settings -> 'apiCheckDefaults')::text
      FROM checks c LEFT JOIN check_groups g ON g.id = c.group_id
      WHERE c.account_id = $1 AND c.id = ANY ($2) ORDER BY c.id""";

  private final Database database;
  private final Ids ids;

  StoredChecks(Database database, Ids ids) {
    this.database = database;
    this.ids = ids;
  }

  /**
   * The runs of the activated checks that match, empty for none. Fails with a 400 when there are
   * too many.
   */
  Future<List<NewTestRun>> matching(UUID account, ObjectNode body) {
    SessionTarget target = SessionTarget.ofTestSession(body);
    List<ApiScope.OwnVariable> variables = TestJobReader.given(body);
    RetryStrategy retry = TestJob.retry(body.path("testRetryStrategy"));
    return database.transaction(
        connection ->
            MatchingChecks.find(connection, account, target, TestSessions.MOST_CHECKS + 1)
                .compose(found -> read(connection, account, found))
                .map(rows -> Rows.list(rows, row -> run(row, variables, retry))));
  }

  private static Future<RowSet<Row>> read(
      SqlConnection connection, UUID account, List<UUID> found) {
    if (found.size() > TestSessions.MOST_CHECKS) {
      throw ApiException.invalid(
          List.of(
              new Violation(
                  "/targetTags",
                  "must match at most " + TestSessions.MOST_CHECKS + " checks; they match more")));
    }
    return connection
        .preparedQuery(READ)
        .execute(Tuple.of(account).addArrayOfUUID(found.toArray(UUID[]::new)));
  }

  private NewTestRun run(
      Row row, List<ApiScope.OwnVariable> variables, @Nullable RetryStrategy retry) {
    UUID check = row.getUUID(0);
    String type = row.getString(1);
    ObjectNode document = JsonText.parse(row.getString(2)).put("checkType", type);
    return new NewTestRun(
        ids.next(),
        check.toString(),
        document.path("name").asText(),
        type,
        new TestJob(document, check, row.getLong(3), row.getString(4), variables, retry));
  }
}
