package dev.belfry.alerting.delivery;

import dev.belfry.alerting.push.PushDevice;
import dev.belfry.alerting.push.PushDevices;
import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.platform.outbox.DeliveryResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to a person: to each device that the person has registered, by text message where
 * the person wants that, and by e-mail where neither takes the message. A repeated attempt leaves
 * out the devices and the phone that have it.
 */
final class MemberSender implements ChannelSender.MessageSender {
  /** So often a service is asked before the message goes another way, or goes without it. */
  static final int PATIENCE = 5;

  private static final String LEFT =
      "The person is no longer a member of this account; give the channel another one";

  private final Means means;
  private final TeamSender teams;

  /**
   * What messages to persons are sent with.
   *
   * @param devices of persons
   * @param pusher sends to devices
   * @param texter sends to phones
   * @param mail sends to the address of the person; null where no mail is sent
   */
  record Means(
      PushDevices devices,
      DevicePusher pusher,
      PersonTexter texter,
      ChannelSender.@Nullable MessageSender mail) {
    /** What to do where no way reaches a person; begins with a full stop. */
    String remedy() {
      return mail == null ? remedy(texter) : "";
    }

    /** The same where no mail is sent. */
    static String remedy(PersonTexter texter) {
      return ". "
          + ChannelAvailability.NO_MAIL_SERVER
          + ". The person can register a device"
          + (texter.isOn() ? " or a phone number" : "")
          + " on the profile page of the console";
    }
  }

  /**
   * @param teams sends to the members of a team
   */
  MemberSender(Means means, TeamSender teams) {
    this.means = means;
    this.teams = teams;
  }

  @Override
  public Future<DeliveryResult> send(ChannelMessage message) {
    if (!message.setting("teamId").isEmpty()) {
      return teams.send(message);
    }
    if (message.isEarlyRecovery()) {
      PushReceipt before = PushReceipt.of(message.receipts().own());
      return Future.succeededFuture(ResponseClassifier.EARLY.with(before.waiting().receipt()));
    }
    UUID person = UUID.fromString(message.setting("userId"));
    AttemptTime time = AttemptTime.begin();
    return means
        .devices()
        .of(message.delivery().accountId(), person)
        .compose(found -> send(message, person, found, time));
  }

  private Future<DeliveryResult> send(
      ChannelMessage message, UUID person, Optional<List<PushDevice>> found, AttemptTime time) {
    if (found.isEmpty()) {
      return Future.succeededFuture(ResponseClassifier.failed(LEFT));
    }
    return means
        .texter()
        .phones(List.of(person))
        .compose(
            phones ->
                new MemberWays(message, person, found.get(), phones.get(person), means, time)
                    .send());
  }
}
