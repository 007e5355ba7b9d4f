package dev.belfry.engine.probe;

import dev.belfry.monitoring.check.Reason;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a probe.
 *
 * @param reason {@code NONE} for a complete answer, else the failure that ended the probe
 * @param message a sentence with the particulars of the reason, such as the name and the address;
 *     {@code ""} for {@code NONE}
 * @param answer the last one, as far as it came; null for none
 * @param timings of all hops together
 * @param address the last dialled address, such as {@code 203.0.113.7:443}; null for none
 * @param redirects followed URLs, in order
 * @param certificateExpiresAt when the first certificate of the last chain expires; null without
 *     TLS
 */
public record ProbeResult(
    Reason reason,
    String message,
    @Nullable ProbeAnswer answer,
    Timings timings,
    @Nullable String address,
    List<String> redirects,
    @Nullable Instant certificateExpiresAt) {
  /** Copies the list. */
  public ProbeResult {
    redirects = List.copyOf(redirects);
  }

  /** The result of a probe that was not made. */
  public static ProbeResult unsent(Failure failure) {
    return new ProbeResult(
        failure.reason(), failure.message(), null, Timings.NONE, null, List.of(), null);
  }

  /** The status code of the last answer, 0 for none. */
  public int statusCode() {
    return answer == null ? 0 : answer.statusCode();
  }
}
