package dev.belfry.alerting.delivery;

import dev.belfry.alerting.push.PushDevice;
import dev.belfry.alerting.push.PushEncryption;
import dev.belfry.platform.guard.TargetRefusedException;
import io.vertx.core.Future;
import java.util.Objects;

/** Sends a message to the push service of one device. */
final class DevicePusher {
  private static final int TOO_LARGE = 413;

  private final PushEncryption encryption;
  private final OutgoingHttp http;

  /**
   * @param http reaches push services
   */
  DevicePusher(PushEncryption encryption, OutgoingHttp http) {
    this.encryption = encryption;
    this.http = http;
  }

  /** What became of it; the future never fails. */
  Future<PushPosted> push(ChannelMessage message, PushDevice device) {
    return post(message, device, PushMessage.of(message))
        .compose(
            response ->
                response.status() == TOO_LARGE
                    ? post(message, device, PushMessage.brief(message))
                    : Future.succeededFuture(response))
        .map(response -> PushPosted.of(device, response))
        .otherwise(failure -> PushPosted.failed(device, Objects.requireNonNull(failure)));
  }

  /** Keeps nothing of the response: a person of any role chooses the address. */
  private Future<ReceiverResponse> post(ChannelMessage message, PushDevice device, String text) {
    return encryption
        .encrypt(device.subscription(), text, PushMessage.topic(message))
        .compose(
            encrypted -> {
              try {
                return http.send(
                    OutgoingRequest.ofBytes(
                        device.subscription().target(), encrypted.headers(), encrypted.body()));
              } catch (TargetRefusedException refused) {
                return Future.failedFuture(refused);
              }
            });
  }
}
