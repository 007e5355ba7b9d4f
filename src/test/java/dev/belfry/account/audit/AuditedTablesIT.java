package dev.belfry.account.audit;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.api.contract.ContractDocument;
import dev.belfry.testing.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No table of people's data is forgotten, and database, program and contract name the same types.
 */
class AuditedTablesIT {
  /** Tables that are not audited, and why. */
  private static final Map<String, String> NOT_AUDITED =
      Map.ofEntries(
          entry("audit_entries", "the log itself"),
          entry("audit_pending", "part of the log, empty between transactions"),
          entry("account_hours", "figures"),
          entry("account_quotas", "set by the operator's command"),
          entry("account_usage", "counters"),
          entry("alert_group_members", "what messages are about"),
          entry("alert_groups", "what messages are about"),
          entry("alert_states", "state of the engine"),
          entry("alerts", "a history of its own"),
          entry("announcements", "updates whose messages are not all queued"),
          entry("console_sessions", "who is signed in; begin and end are events of the member"),
          entry("users", "persons, whose memberships are audited"),
          entry("user_identities", "how persons sign in"),
          entry("second_factors", "of persons; events of their accounts' members"),
          entry("recovery_codes", "of persons; events of their accounts' members"),
          entry("sign_ins", "a history of its own"),
          entry("push_subscriptions", "of persons, and of no account"),
          entry("person_phones", "of persons, and of no account"),
          entry("person_texts", "messages, which limits count"),
          entry("phone_codes", "requests that limits count"),
          entry("push_keys", "made by the service"),
          entry("certificate_alerts", "what has been said already"),
          entry("changes", "news about what is audited"),
          entry("channel_breakages", "what became of messages"),
          entry("check_overview", "computed from checks, groups and results"),
          entry("check_session_runs", "runs that somebody asked for"),
          entry("check_sessions", "runs that somebody asked for"),
          entry("check_verdicts", "a view"),
          entry("custom_domains", "what checks found of domains, whose pages are audited"),
          entry("database_timelines", "promotions of servers"),
          entry("deleted_parts", "rows whose deletion is audited"),
          entry("deleted_resources", "rows whose deletion is audited"),
          entry("deliveries", "messages, with a history of their own"),
          entry("digests", "messages, with a history of their own"),
          entry("deployments", "a history of its own"),
          entry("ended_failures", "work of the engine"),
          entry("flyway_schema_history", "migrations"),
          entry("grouped_alerts", "alerts that wait for their group"),
          entry("heartbeats", "state of the engine"),
          entry("idempotency_keys", "answers, of which the changes are audited"),
          entry("instances", "who is running"),
          entry("invitation_mails", "messages, which limits count"),
          entry("maintenance_accounts", "how far pausing is"),
          entry("maintenance_intervals", "computed from windows"),
          entry("notification_watermark", "a counter"),
          entry("objective_alerts", "a history of its own"),
          entry("objective_report_channels", "follows the settings of channels"),
          entry("objective_reports", "computed from results"),
          entry("objective_states", "when the job looks next, and what it saw"),
          entry("on_call_copies", "what was read, and when the job reads next"),
          entry("on_call_shifts", "what was read"),
          entry("open_runs", "state of the engine"),
          entry("parent_groups", "what was found out about groups"),
          entry("pending_maintenance", "accounts whose checks are to be rescheduled"),
          entry("pending_notifications", "news about what is audited"),
          entry("project_resources", "bookkeeping of deploys; the resources are audited"),
          entry("rate_windows", "counters"),
          entry("result_days", "figures"),
          entry("result_details", "results"),
          entry("result_hours", "figures"),
          entry("result_progress", "how far figures are"),
          entry("result_series", "numbers of series"),
          entry("result_totals", "figures"),
          entry("results", "results"),
          entry("schema_support", "which programs the schema serves"),
          entry("schedules", "computed from checks and groups"),
          entry("series", "computed from checks and groups"),
          entry("series_states", "state of the engine"),
          entry("settled_progress", "how far readers take figures"),
          entry("shards", "who runs what"),
          entry("sms_code_requests", "requests that limits count"),
          entry("signing_secret", "a secret of the service, made once"),
          entry("test_runs", "runs that a client asked for"),
          entry("alert_actions", "what people did about alerts, with who did it"),
          entry("test_sessions", "runs that a client asked for"),
          entry("update_audiences", "what messages are about"));

  /** Rows that nobody changes; a trigger notes when it was called. */
  private static final List<String> NOT_CHANGED =
      List.of("client_certificates", "dependencies", "run_triggers");

  private final TestDatabase database = TestDatabase.createMigrated();

  @AfterEach
  void close() {
    database.close();
  }

  private List<String> read(String sql) {
    List<String> values = new ArrayList<>();
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
    return values;
  }

  private List<String> audited(String events) {
    return read(
"""
SELECT DISTINCT t.tgrelid::regclass::text FROM pg_trigger t
WHERE t.tgname IN ('audit_inserted', 'audit_updated', 'audit_deleted',
      'audit_flush', 'incident_inserted', 'incident_updated', 'incident_deleted') AND t.tgtype & %s > 0\
"""
            .formatted(events));
  }

  @Test
  void everyTableIsAuditedOrHasAReasonNotToBe() {
    List<String> all =
        read(
            """
            SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
              AND relkind IN ('r', 'p', 'v') AND NOT relispartition""");
    // Inserted, deleted, updated.
    for (String event : List.of("4", "8", "16")) {
      List<String> known = new ArrayList<>(NOT_AUDITED.keySet());
      known.addAll(audited(event));
      if (event.equals("16")) {
        known.addAll(NOT_CHANGED);
      }

      assertThat(known).as("event " + event).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  void databaseProgramAndContractNameTheSameTypes() throws IOException {
    List<String> types =
        read(
            """
            SELECT DISTINCT split_part(encode(tgargs, 'escape'), '\\000', 1) FROM pg_trigger
            WHERE tgname IN ('audit_inserted', 'audit_flush') ORDER BY 1""");
    JsonNode contract = new ObjectMapper().readTree(ContractDocument.read().json());
    for (String place :
        List.of(
            "/components/parameters/AuditResourceType/schema/enum",
            "/components/schemas/AuditEntry/properties/resource/properties/type/enum")) {
      List<String> named = new ArrayList<>();
      contract.at(place).forEach(type -> named.add(type.asText()));

      assertThat(named).as(place).isEqualTo(types);
    }
    assertThat(AuditStore.types()).isEqualTo(types);
  }

  @Test
  void entriesAreFinal() throws SQLException {
    try (Connection connection = database.jdbc();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO accounts (id, name, alert_settings, created_at)"
              + " VALUES (gen_random_uuid(), 'A', '{}', now())");
      for (String sql :
          List.of("UPDATE audit_entries SET actor = 'x'", "DELETE FROM audit_entries")) {
        assertThatThrownBy(() -> statement.execute(sql))
            .hasMessageContaining("the audit log cannot be changed");
      }
    }
    assertThat(read("SELECT actor FROM audit_entries")).containsExactly("system");
  }
}
