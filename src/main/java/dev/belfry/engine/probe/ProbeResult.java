package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.Reason;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a probe.
 *
 * @param reason {@code NONE} when a complete answer came back, else what ended the probe
 * @param message a sentence with the particulars of the reason, such as the name and the address;
 *     {@code ""} for {@code NONE}
 * @param answer what came back last, null when no status code did
 * @param timings how long it took
 * @param address address that was dialled last, such as {@code 203.0.113.7:443}; null when none was
 * @param redirects addresses that were followed to, in order
 * @param certificateExpiresAt when the first certificate of the last chain expires; null without
 *     TLS
 */
public record ProbeResult(
    Reason reason,
    String message,
    @Nullable ProbeResponse answer,
    Timings timings,
    @Nullable String address,
    List<String> redirects,
    @Nullable Instant certificateExpiresAt) {
  public ProbeResult {
    redirects = List.copyOf(redirects);
  }

  /** Status code, 0 when none came back. */
  public int statusCode() {
    return answer == null ? 0 : answer.statusCode();
  }
}
