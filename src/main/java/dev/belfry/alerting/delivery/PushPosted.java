package dev.belfry.alerting.delivery;

import dev.belfry.alerting.push.PushDevice;
import dev.belfry.alerting.push.PushDevices;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What became of a message at the push service of one device.
 *
 * @param isGone whether the push service no longer knows the device
 */
record PushPosted(PushDevice device, DeliveryResult result, boolean isGone) {
  private static final Set<Integer> GONE = Set.of(404, 410);

  /** A push service that asks for more is left alone, so that the message goes another way. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  static PushPosted of(PushDevice device, ReceiverResponse response) {
    DeliveryResult result = ResponseClassifier.ofService(response);
    Duration after = result.after();
    boolean tooLong = after != null && after.compareTo(LONGEST_WAIT) > 0;
    return new PushPosted(
        device,
        tooLong && result.outcome() == Outcome.RETRY
            ? new DeliveryResult(Outcome.FAILED, result.status(), result.answer(), null)
            : result,
        GONE.contains(response.status()));
  }

  /** There was no answer. */
  static PushPosted failed(PushDevice device, Throwable failure) {
    return new PushPosted(device, ResponseClassifier.of(failure), false);
  }

  boolean is(Outcome outcome) {
    return result.outcome() == outcome;
  }

  /** The devices that had this outcome. */
  static List<UUID> devices(Collection<PushPosted> all, Outcome outcome) {
    return all.stream().filter(one -> one.is(outcome)).map(one -> one.device().id()).toList();
  }

  /**
   * Counts at the devices what became of a message. It stays sent, even if that cannot be written
   * down.
   */
  static Future<Void> mark(PushDevices devices, Collection<PushPosted> posted) {
    return devices.mark(
        devices(posted, Outcome.DELIVERED),
        posted.stream()
            .filter(one -> !one.is(Outcome.DELIVERED) && !one.isGone())
            .map(one -> one.device().id())
            .toList(),
        posted.stream().filter(PushPosted::isGone).map(one -> one.device().id()).toList());
  }

  /** One sentence on all; it names no address, which would let its reader send. */
  static String told(Collection<PushPosted> all) {
    return all.stream().map(PushPosted::sentence).distinct().collect(Collectors.joining("; "));
  }

  /** One sentence; it names no address. */
  String sentence() {
    return isGone ? "the push service no longer knows the device" : result.answer();
  }
}
