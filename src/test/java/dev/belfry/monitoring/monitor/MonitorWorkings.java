package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.BodyRules;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows the benchmarks what this package keeps to itself: its SQL with the parameters a body leads
 * to, its rules and its view.
 */
public final class MonitorWorkings {
  private MonitorWorkings() {}

  /** The rules of a body that updates a monitor. */
  public static BodyRules updateRules() {
    return MonitorRules::ofUpdate;
  }

  /** The statement that reads one check: $1 id, $2 account. */
  public static String readStatement() {
    return MonitorStore.READ;
  }

  /** The statement of the usual update: $1 id, $2 account, then {@link #updateParameters}. */
  public static String updateStatement() {
    return MonitorStore.UPDATE;
  }

  /**
   * The parameters of the usual update from $3 on, as text, each null where it is NULL.
   *
   * @param body a valid body; taken over
   */
  public static List<@Nullable String> updateParameters(ObjectNode body, Instant now) {
    MonitorDraft draft = MonitorDraft.of(body);
    if (!draft.isSelfContained()) {
      throw new IllegalArgumentException("The body needs more than one statement");
    }
    MonitorStore.Guards guards = Monitors.guards(draft);
    List<@Nullable String> parameters = new ArrayList<>();
    parameters.add(draft.settings().toString());
    parameters.add(now.toString());
    parameters.add(guards.group() == null ? null : guards.group().toString());
    parameters.add(guards.mostOffset() == null ? null : guards.mostOffset().toString());
    parameters.add(guards.subscriptions());
    parameters.add(guards.privateLocations());
    parameters.add("key:" + new UUID(0, 1));
    parameters.add("request-1");
    return parameters;
  }

  /**
   * The settings document that a new monitor is stored with.
   *
   * @param body a valid body of a new monitor; taken over
   */
  public static String newSettings(ObjectNode body) {
    return MonitorDraft.of(body).newSettings().toString();
  }

  /** Renders the answer for a monitor with these settings, again and again. */
  public static Supplier<String> view(String settings, Instant now) {
    MonitorRow row =
        new MonitorRow(
            new UUID(1, 2),
            "URL",
            null,
            settings,
            now.atOffset(ZoneOffset.UTC),
            now.atOffset(ZoneOffset.UTC),
            null);
    return () -> MonitorView.of(row);
  }
}
