package dev.belfry.alerting.delivery;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The devices of a person, and the phone, that have a message: the receipt of a delivery, so that a
 * repeated attempt leaves them out. It is written as a {@link TeamReceipt} that has no more.
 *
 * @param texted the person whose phone has it, or empty
 * @param waits attempts that waited for an earlier message; they use up no patience
 */
record PushReceipt(Set<UUID> devices, Set<UUID> texted, int waits) {
  PushReceipt {
    devices = Set.copyOf(devices);
    texted = Set.copyOf(texted);
  }

  /**
   * Reads a receipt.
   *
   * @param receipt JSON text, null for none
   */
  static PushReceipt of(@Nullable String receipt) {
    TeamReceipt read = TeamReceipt.of(receipt);
    return new PushReceipt(read.devices(), read.texted(), read.cut());
  }

  /** The receipt after one more attempt that waited. */
  PushReceipt waiting() {
    return new PushReceipt(devices, texted, waits + 1);
  }

  /** JSON text; null when there is nothing to keep. */
  @Nullable String receipt() {
    return new TeamReceipt(Set.of(), Set.of(), devices, texted, waits).receipt();
  }
}
