package dev.belfry.alerting.delivery;

import dev.belfry.alerting.phone.PersonPhone;
import dev.belfry.alerting.push.PushDevice;
import dev.belfry.alerting.push.TeamPerson;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.platform.template.TextLimit;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One attempt to send a message to members of a team, and what became of it so far. */
final class TeamAttempt {
  private static final String MAIL = "mail";
  private static final String GATEWAY = "gateway";
  private static final int LONGEST_SENTENCE = 900;

  private static final DeliveryResult LATE =
      new DeliveryResult(Outcome.RETRY, 0, "No answer in time", null);

  private final ChannelMessage message;
  private final TeamSender.Means means;
  private final Map<UUID, PersonPhone> phones;
  private final TeamTurns turns;
  private final TeamTurns textTurns;
  private final AttemptTime time;
  private final Set<UUID> told;
  private final Set<UUID> refused;
  private final Set<UUID> devices;
  private final Set<UUID> texted;
  private final Set<UUID> textedBefore;
  private final List<PushPosted> posted = new ArrayList<>();
  private final TeamUnreached unreached = new TeamUnreached();

  /** Services that have left a request without answer; no further one begins in this attempt. */
  private final Set<String> silent = new HashSet<>();

  private final boolean isToldToOthers;

  /** Attempts that asked all, this one included. */
  private final int rounds;

  private final int cutBefore;
  private boolean cut;
  private boolean pushed;
  private int otherStatus;

  /**
   * @param before receipt of earlier attempts
   * @param phones of persons who want text messages
   * @param turns of all attempts of the instance
   * @param textTurns of text messages
   */
  TeamAttempt(
      ChannelMessage message,
      TeamReceipt before,
      TeamSender.Means means,
      Map<UUID, PersonPhone> phones,
      TeamTurns turns,
      TeamTurns textTurns,
      AttemptTime time) {
    this.message = message;
    this.means = means;
    this.phones = phones;
    this.turns = turns;
    this.textTurns = textTurns;
    this.time = time;
    this.isToldToOthers = !before.told().isEmpty();
    this.rounds = message.delivery().attempts() - before.cut();
    this.cutBefore = before.cut();
    this.told = new HashSet<>(before.told());
    this.refused = new HashSet<>(before.refused());
    this.devices = new HashSet<>(before.devices());
    this.texted = new HashSet<>(before.texted());
    this.textedBefore = TeamReceipt.textedBefore(message);
  }

  /**
   * Tells persons. Ends within the time of the attempt, whatever is still under way then; the
   * future never fails.
   */
  Future<Void> tell(List<TeamPerson> persons) {
    persons.forEach(one -> unreached.put(one, LATE));
    return Future.join(persons.stream().map(this::tell).toList())
        .timeout(time.leftMillis(), TimeUnit.MILLISECONDS)
        .transform(ended -> Future.succeededFuture());
  }

  private Future<Void> tell(TeamPerson person) {
    return new Ways(person)
        .tell()
        .onSuccess(ended -> end(person, ended.result().answering(ended.sentence())))
        .mapEmpty();
  }

  /** The ways to one member; requests wait for their turn. */
  private final class Ways extends PersonWays {
    private final TeamPerson person;
    private final @Nullable PersonPhone phone;

    Ways(TeamPerson person) {
      this.person = person;
      this.phone = phones.get(person.id());
    }

    @Override
    boolean isPatient() {
      return rounds <= MemberSender.PATIENCE;
    }

    @Override
    boolean mayLeaveOut() {
      return isToldToOthers;
    }

    @Override
    String unasked() {
      return person.devices().isEmpty() ? "no device" : "no answer";
    }

    @Override
    Future<List<PushPosted>> push() {
      return Future.join(
              person.devices().stream()
                  .filter(device -> !devices.contains(device.id()))
                  .map(TeamAttempt.this::push)
                  .toList())
          .map(all -> all.<PushPosted>list());
    }

    @Override
    boolean isOnDevice() {
      return person.devices().stream().anyMatch(device -> devices.contains(device.id()));
    }

    @Override
    boolean canText() {
      return PersonTexter.isAsked(phone, message, canMail());
    }

    @Override
    boolean textsAtOnce() {
      return PersonTexter.isAtOnce(message, Objects.requireNonNull(phone), textedBefore);
    }

    @Override
    boolean isTexted() {
      return texted.contains(person.id());
    }

    @Override
    Future<DeliveryResult> text() {
      PersonPhone to = Objects.requireNonNull(phone);
      return textTurns.run(message.delivery().accountId(), GATEWAY, () -> textInTurn(to));
    }

    @Override
    boolean canMail() {
      return means.mail() != null;
    }

    @Override
    Future<DeliveryResult> mail() {
      TeamSender.PersonMailer mailer = Objects.requireNonNull(means.mail());
      return turns.run(message.delivery().accountId(), MAIL, () -> mailInTurn(mailer, person));
    }
  }

  private Future<PushPosted> push(PushDevice device) {
    String service = service(device);
    return turns.run(
        message.delivery().accountId(),
        service,
        () ->
            isSkipped(service)
                ? Future.succeededFuture(new PushPosted(device, MemberWays.NOT_ASKED, false))
                : means.pusher().push(message, device).onSuccess(one -> note(service, one)));
  }

  /** Whether no further request to a service begins in this attempt. */
  private boolean isSkipped(String service) {
    boolean late = !time.allowsMore();
    cut |= late;
    return late || silent.contains(service);
  }

  private void note(String service, PushPosted one) {
    posted.add(one);
    if (one.is(Outcome.DELIVERED)) {
      devices.add(one.device().id());
      pushed = true;
    } else if (one.result().status() == 0) {
      silent.add(service);
    }
  }

  private static String service(PushDevice device) {
    try {
      Target target = device.subscription().target();
      return target.host() + ":" + target.port();
    } catch (TargetRefusedException refused) {
      return "";
    }
  }

  /** When the gateway is away, it is away for all. */
  private Future<DeliveryResult> textInTurn(PersonPhone phone) {
    return isSkipped(GATEWAY)
        ? Future.succeededFuture(MemberWays.NOT_ASKED)
        : means
            .texter()
            .text(message, phone)
            .onSuccess(
                result -> {
                  otherStatus = result.status();
                  if (result.outcome() == Outcome.DELIVERED) {
                    texted.add(phone.person());
                  } else if (result.outcome() == Outcome.RETRY && result.status() == 0) {
                    silent.add(GATEWAY);
                  }
                });
  }

  /** When the mail server is away, it is away for all. */
  private Future<DeliveryResult> mailInTurn(TeamSender.PersonMailer mailer, TeamPerson person) {
    return isSkipped(MAIL)
        ? Future.succeededFuture(MemberWays.NOT_ASKED)
        : mailer
            .send(message, person.id())
            .otherwise(failure -> ResponseClassifier.of(Objects.requireNonNull(failure)))
            .onSuccess(
                result -> {
                  otherStatus = result.status();
                  if (result.outcome() == Outcome.RETRY) {
                    silent.add(MAIL);
                  }
                });
  }

  private void end(TeamPerson person, DeliveryResult result) {
    switch (result.outcome()) {
      case DELIVERED -> {
        told.add(person.id());
        unreached.remove(person);
        person.devices().forEach(device -> devices.remove(device.id()));
      }
      case FAILED -> {
        refused.add(person.id());
        unreached.put(person, result);
      }
      case RETRY -> unreached.put(person, result);
    }
  }

  /** What became of the message at devices. */
  List<PushPosted> posted() {
    return List.copyOf(posted);
  }

  /** Who has it now; {@code waits} says whether the attempt ends in waiting. */
  TeamReceipt receipt(boolean waits) {
    return new TeamReceipt(told, refused, devices, texted, cutBefore + (cut || waits ? 1 : 0));
  }

  /**
   * The status of the gateway or a mail server, if no device took it; else that of push services.
   */
  int status() {
    return pushed || otherStatus == 0 ? 201 : otherStatus;
  }

  /** What to do again, null when nothing is left. */
  @Nullable DeliveryResult open() {
    return unreached.open(sentence(0));
  }

  /**
   * One sentence on all, without addresses.
   *
   * @param quiet how many are left out because of their quiet hours
   */
  String sentence(int quiet) {
    String has = told.size() == 1 ? "A member has it" : told.size() + " members have it";
    String left = quiet == 0 ? "" : "; " + quiet + " left out in quiet hours";
    return TextLimit.cut(
        (told.isEmpty() ? "No member has it" : has) + left + unreached.sentences(),
        LONGEST_SENTENCE);
  }
}
