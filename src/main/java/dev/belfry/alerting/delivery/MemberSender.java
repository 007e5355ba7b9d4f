package dev.belfry.alerting.delivery;

import dev.belfry.alerting.push.PushDevice;
import dev.belfry.alerting.push.PushDevices;
import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to a person: to each device that the person has registered, and by e-mail where
 * none takes the message. A repeated attempt leaves out the devices that have it.
 */
final class MemberSender implements ChannelSender.MessageSender {
  /** So often a push service is asked before the message goes another way, or goes without it. */
  static final int PATIENCE = 5;

  private static final String LEFT =
      "The person is no longer a member of this account; give the channel another one";

  static final String REMEDY =
      ". "
          + ChannelAvailability.NO_MAIL_SERVER
          + ". The person can register a device on the profile page of the console";

  private final PushDevices devices;
  private final DevicePusher pusher;
  private final TeamSender teams;
  private final ChannelSender.@Nullable MessageSender mail;

  /**
   * @param teams sends to the members of a team
   * @param mail sends to the address of the person; null where no mail is sent
   */
  MemberSender(
      PushDevices devices,
      DevicePusher pusher,
      TeamSender teams,
      ChannelSender.@Nullable MessageSender mail) {
    this.devices = devices;
    this.pusher = pusher;
    this.teams = teams;
    this.mail = mail;
  }

  @Override
  public Future<DeliveryResult> send(ChannelMessage message) {
    if (!message.setting("teamId").isEmpty()) {
      return teams.send(message);
    }
    if (message.isEarlyRecovery()) {
      return Future.succeededFuture(ResponseClassifier.EARLY);
    }
    UUID person = UUID.fromString(message.setting("userId"));
    return devices
        .of(message.delivery().accountId(), person)
        .compose(
            found ->
                found
                    .map(all -> send(message, all))
                    .orElse(Future.succeededFuture(ResponseClassifier.failed(LEFT))));
  }

  private Future<DeliveryResult> send(ChannelMessage message, List<PushDevice> all) {
    PushReceipt before = PushReceipt.of(message.receipts().own());
    List<PushDevice> open =
        all.stream().filter(device -> !before.devices().contains(device.id())).toList();
    boolean hasWay = mail != null || !before.devices().isEmpty();
    if (open.isEmpty() || (hasWay && message.delivery().attempts() > PATIENCE)) {
      return otherwise(message, before, all.isEmpty() ? "The person has no device" : "No answer");
    }
    return Future.join(open.stream().map(device -> pusher.push(message, device)).toList())
        .compose(
            posted -> {
              List<PushPosted> list = posted.list();
              return PushPosted.mark(devices, list)
                  .transform(done -> together(message, before, list));
            });
  }

  private Future<DeliveryResult> together(
      ChannelMessage message, PushReceipt before, List<PushPosted> posted) {
    PushReceipt after = before.with(PushPosted.devices(posted, Outcome.DELIVERED));
    String told = PushPosted.told(posted);
    return posted.stream()
        .filter(one -> one.is(Outcome.RETRY))
        .findFirst()
        .map(
            one ->
                Future.succeededFuture(
                    new DeliveryResult(
                            Outcome.RETRY, one.result().status(), told, one.result().after())
                        .with(after.receipt())))
        .orElseGet(() -> otherwise(message, after, told));
  }

  /** What remains when no device can be asked: it is delivered if one has it, else mailed. */
  private Future<DeliveryResult> otherwise(
      ChannelMessage message, PushReceipt receipt, String told) {
    int devicesWithIt = receipt.devices().size();
    if (devicesWithIt > 0) {
      String sentence =
          "A push service has it for "
              + (devicesWithIt == 1 ? "a device" : devicesWithIt + " devices");
      return Future.succeededFuture(
          new DeliveryResult(Outcome.DELIVERED, 201, sentence, null).with(receipt.receipt()));
    }
    if (mail == null) {
      return Future.succeededFuture(
          ResponseClassifier.failed("No device took the message: " + told + REMEDY));
    }
    return mail.send(message)
        .map(result -> result.answering("By e-mail (" + told + "): " + result.answer()));
  }
}
