package dev.belfry.monitoring.monitor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.DraftReader;
import dev.belfry.monitoring.check.CheckSettings;
import dev.belfry.monitoring.check.CheckType;
import dev.belfry.monitoring.check.EnvironmentVariableDraft;
import java.util.List;

/** Settings of a monitor that are held to the rules of a new one and are not stored. */
public final class UnsavedMonitor {
  private final MonitorDraft draft;

  private UnsavedMonitor(MonitorDraft draft) {
    this.draft = draft;
  }

  /** The body with the settings of a monitor of a type. */
  public static DraftReader<UnsavedMonitor> body(CheckType type) {
    return new DraftReader<>(
        body -> new UnsavedMonitor(MonitorCodec.read(type, body)),
        monitor -> MonitorRules.ofNew(monitor.draft));
  }

  /** The settings with their defaults. */
  public CheckSettings settings() {
    return CheckSettings.of(document());
  }

  /** The settings with their defaults, as a stored monitor has them. */
  public ObjectNode document() {
    return MonitorCodec.document(draft.complete());
  }

  /** The variables of the settings; empty for types without variables. */
  public List<EnvironmentVariableDraft> variables() {
    List<EnvironmentVariableDraft> variables = draft.execution().variables().value();
    return variables == null ? List.of() : variables;
  }
}
