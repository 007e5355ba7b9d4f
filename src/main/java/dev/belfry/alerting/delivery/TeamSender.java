package dev.belfry.alerting.delivery;

import dev.belfry.alerting.push.PushDevices;
import dev.belfry.alerting.push.TeamPerson;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to the members of a team: to each as {@link MemberSender} does to one person. One
 * whom no way reaches at the moment holds up nothing but the end of the delivery: a repeated
 * attempt leaves out all others.
 */
final class TeamSender {
  /** Requests to push services, and e-mails, of an account that are under way at once. */
  static final int MOST_OF_ACCOUNT = 32;

  static final int MOST_OF_SERVICE = 16;

  private static final String GONE =
      "The team was deleted; give the channel another one, or a member";

  private static final String EMPTY =
      "The team has no members; add some on the page Teams of the console";

  private final Means means;
  private final InstantSource clock;
  private final TeamTurns turns = new TeamTurns(MOST_OF_ACCOUNT, MOST_OF_SERVICE);

  /** Apart from the others, so that a gateway that hangs leaves devices all their places. */
  private final TeamTurns textTurns = new TeamTurns(MOST_OF_SERVICE, MOST_OF_SERVICE);

  /** Sends a message to the address of one member of its team. */
  interface PersonMailer {
    Future<DeliveryResult> send(ChannelMessage message, UUID person);
  }

  /**
   * What messages to persons are sent with.
   *
   * @param devices of persons
   * @param pusher sends to devices
   * @param texter sends to phones
   * @param mail null where no mail is sent
   */
  record Means(
      PushDevices devices, DevicePusher pusher, PersonTexter texter, @Nullable PersonMailer mail) {}

  /**
   * @param clock decides on quiet hours
   */
  TeamSender(Means means, InstantSource clock) {
    this.means = means;
    this.clock = clock;
  }

  /** Tells the team that the channel of the message names. */
  Future<DeliveryResult> send(ChannelMessage message) {
    UUID team = UUID.fromString(message.setting("teamId"));
    AttemptTime time = AttemptTime.begin();
    return means
        .devices()
        .ofTeam(
            message.delivery().accountId(),
            team,
            Objects.requireNonNull(message.delivery().channelId()))
        .compose(
            found ->
                found
                    .map(persons -> send(message, persons, time))
                    .orElse(Future.succeededFuture(ResponseClassifier.failed(GONE))));
  }

  private Future<DeliveryResult> send(
      ChannelMessage message, List<TeamPerson> team, AttemptTime time) {
    TeamReceipt before = TeamReceipt.of(message.receipts().own());
    return team.isEmpty() && before.told().isEmpty()
        ? Future.succeededFuture(ResponseClassifier.failed(EMPTY))
        : attempt(message, team, before, time);
  }

  private Future<DeliveryResult> attempt(
      ChannelMessage message, List<TeamPerson> team, TeamReceipt before, AttemptTime time) {
    TeamChoice choice = TeamChoice.of(message, team, before, clock.millis());
    return means
        .texter()
        .phones(choice.persons().stream().map(TeamPerson::id).toList())
        .compose(
            phones -> {
              TeamAttempt attempt =
                  new TeamAttempt(message, before, means, phones, turns, textTurns, time);
              return attempt
                  .tell(choice.persons())
                  .compose(
                      done ->
                          PushPosted.mark(means.devices(), attempt.posted())
                              .timeout(AttemptTime.MARK_MILLIS, TimeUnit.MILLISECONDS)
                              .transform(marked -> together(message, team, choice, attempt, time)));
            });
  }

  private Future<DeliveryResult> together(
      ChannelMessage message,
      List<TeamPerson> team,
      TeamChoice choice,
      TeamAttempt attempt,
      AttemptTime time) {
    DeliveryResult open = attempt.open();
    if (open != null) {
      return Future.succeededFuture(open.with(attempt.receipt(false).receipt()));
    }
    TeamReceipt after = attempt.receipt(choice.waits());
    if (choice.waits()) {
      return Future.succeededFuture(ResponseClassifier.EARLY.with(after.receipt()));
    }
    if (!after.told().isEmpty()) {
      return Future.succeededFuture(
          new DeliveryResult(
                  Outcome.DELIVERED, attempt.status(), attempt.sentence(choice.quiet()), null)
              .with(after.receipt()));
    }
    // Persons within their quiet hours are told when no other can be.
    return choice.quiet() > 0
        ? attempt(message, team, after, time)
        : Future.succeededFuture(
            ResponseClassifier.failed(
                    "No member of the team could be reached: "
                        + attempt.sentence(0)
                        + (means.mail() == null ? MemberSender.Means.remedy(means.texter()) : ""))
                .with(after.receipt()));
  }
}
