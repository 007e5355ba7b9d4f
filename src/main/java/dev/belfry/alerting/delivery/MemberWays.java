package dev.belfry.alerting.delivery;

import dev.belfry.alerting.phone.PersonPhone;
import dev.belfry.alerting.push.PushDevice;
import dev.belfry.alerting.push.PushDevices;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The ways to the person whom a channel names. */
final class MemberWays extends PersonWays {
  /** Why a way is not tried in an attempt. */
  static final DeliveryResult NOT_ASKED =
      new DeliveryResult(Outcome.RETRY, 0, "Not asked yet", null);

  private final ChannelMessage message;
  private final UUID person;
  private final List<PushDevice> all;
  private final @Nullable PersonPhone phone;
  private final MemberSender.Means means;
  private final AttemptTime time;
  private final int waits;
  private final Set<UUID> devices;
  private final Set<UUID> texted;
  private boolean asked;

  /**
   * @param all devices of the person
   * @param phone that may get messages; null for none
   */
  MemberWays(
      ChannelMessage message,
      UUID person,
      List<PushDevice> all,
      @Nullable PersonPhone phone,
      MemberSender.Means means,
      AttemptTime time) {
    PushReceipt before = PushReceipt.of(message.receipts().own());
    this.message = message;
    this.person = person;
    this.all = all;
    this.phone = phone;
    this.means = means;
    this.time = time;
    this.waits = before.waits();
    this.devices = new HashSet<>(before.devices());
    this.texted = new HashSet<>(before.texted());
  }

  @Override
  boolean isPatient() {
    return message.delivery().attempts() - waits <= MemberSender.PATIENCE;
  }

  @Override
  boolean mayLeaveOut() {
    return false;
  }

  @Override
  String unasked() {
    return all.isEmpty() ? "The person has no device" : "No answer";
  }

  @Override
  Future<List<PushPosted>> push() {
    return Future.join(
            all.stream()
                .filter(device -> !devices.contains(device.id()))
                .map(device -> means.pusher().push(message, device))
                .toList())
        .compose(
            posted -> {
              List<PushPosted> list = posted.list();
              devices.addAll(PushPosted.devices(list, Outcome.DELIVERED));
              return mark(means.devices(), list).transform(done -> Future.succeededFuture(list));
            });
  }

  private static Future<Void> mark(PushDevices devices, List<PushPosted> list) {
    return list.isEmpty() ? Future.succeededFuture() : PushPosted.mark(devices, list);
  }

  @Override
  boolean isOnDevice() {
    return !devices.isEmpty();
  }

  @Override
  boolean canText() {
    return PersonTexter.isAsked(phone, message, canMail());
  }

  @Override
  boolean textsAtOnce() {
    return PersonTexter.isAtOnce(
        message, Objects.requireNonNull(phone), TeamReceipt.textedBefore(message));
  }

  @Override
  boolean isTexted() {
    return texted.contains(person);
  }

  @Override
  Future<DeliveryResult> text() {
    asked = true;
    PersonPhone to = Objects.requireNonNull(phone);
    return time.allowsMore()
        ? means.texter().text(message, to).onSuccess(this::note)
        : Future.succeededFuture(NOT_ASKED);
  }

  private void note(DeliveryResult result) {
    if (result.outcome() == Outcome.DELIVERED) {
      texted.add(person);
    }
  }

  @Override
  boolean canMail() {
    return means.mail() != null;
  }

  @Override
  Future<DeliveryResult> mail() {
    // After a text message there may be no time left, and what the attempt knows would be lost.
    return asked && !time.allowsMore()
        ? Future.succeededFuture(NOT_ASKED)
        : Objects.requireNonNull(means.mail()).send(message);
  }

  /** Tells the person and says what became of it, with the receipt. */
  Future<DeliveryResult> send() {
    return tell()
        .map(ended -> result(ended).with(new PushReceipt(devices, texted, waits).receipt()));
  }

  private DeliveryResult result(Ended ended) {
    DeliveryResult result = ended.result();
    return switch (ended.way()) {
      case NONE ->
          ResponseClassifier.failed(
              "No device took the message: " + ended.before() + means.remedy());
      case DEVICE ->
          result.answering(result.outcome() == Outcome.DELIVERED ? onDevices() : ended.before());
      case PHONE -> result.answering(sentence("By text message", ended));
      case MAIL -> result.answering(sentence("By e-mail", ended));
    };
  }

  private static String sentence(String way, Ended ended) {
    return way + " (" + ended.before() + "): " + ended.result().answer();
  }

  private String onDevices() {
    int count = devices.size();
    return "A push service has it for "
        + (count == 1 ? "a device" : count + " devices")
        + (isTexted() ? ", and the gateway for the phone" : "");
  }
}
