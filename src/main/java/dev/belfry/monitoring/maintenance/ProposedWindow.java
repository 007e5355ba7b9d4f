package dev.belfry.monitoring.maintenance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.platform.error.Violation;
import java.util.List;

/** A maintenance window that is not stored, for previews of what it would do. */
public final class ProposedWindow {
  private final MaintenanceWindow window;

  private ProposedWindow(MaintenanceWindow window) {
    this.window = window;
  }

  /** What is wrong with the JSON of a window, which has met its schema. */
  public static List<Violation> violations(JsonNode body) {
    return WindowDraftRules.ofComplete(WindowCodec.read(body));
  }

  /** Reads the JSON of a window in which nothing is wrong. */
  public static ProposedWindow of(JsonNode body) {
    return new ProposedWindow(WindowCodec.read(body).window());
  }

  /** Whether it holds back the alerts of a check with these tags. */
  public boolean silences(List<String> tags) {
    return MaintenanceRules.holds(window.scope(), tags);
  }

  /** When it holds between two moments, milliseconds since 1970. */
  public List<Interval> between(long from, long until) {
    return window.plan().between(from, until);
  }
}
