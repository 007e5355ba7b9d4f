package dev.belfry.alerting.delivery;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The devices of a person, and the phone, that have a message: the receipt of a delivery, so that a
 * repeated attempt leaves them out. It is written as a {@link TeamReceipt} that has no more.
 *
 * @param texted the person whose phone has it, or empty
 */
record PushReceipt(Set<UUID> devices, Set<UUID> texted) {
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
    return new PushReceipt(read.devices(), read.texted());
  }

  /** JSON text; null when neither has the message. */
  @Nullable String receipt() {
    return new TeamReceipt(Set.of(), Set.of(), devices, texted, 0).receipt();
  }
}
