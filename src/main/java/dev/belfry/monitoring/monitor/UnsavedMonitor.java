package dev.belfry.monitoring.monitor;

import dev.belfry.api.contract.DraftReader;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.CheckSettings;

/** Settings of a URL monitor that are held to the rules of a new one and are not stored. */
public final class UnsavedMonitor {
  /** The body with the settings. */
  public static final DraftReader<UnsavedMonitor> BODY =
      new DraftReader<>(
          body -> new UnsavedMonitor(MonitorCodec.read(body)),
          monitor -> MonitorRules.ofNew(monitor.draft));

  private final MonitorDraft draft;

  private UnsavedMonitor(MonitorDraft draft) {
    this.draft = draft;
  }

  /** The settings with their defaults. */
  public CheckSettings settings() {
    return CheckSettings.of(JsonText.parse(MonitorCodec.settings(draft.complete())));
  }
}
