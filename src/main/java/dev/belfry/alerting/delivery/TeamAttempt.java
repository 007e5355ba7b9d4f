package dev.belfry.alerting.delivery;

import dev.belfry.alerting.push.PushDevice;
import dev.belfry.alerting.push.TeamPerson;
import dev.belfry.platform.guard.Target;
import dev.belfry.platform.guard.TargetRefusedException;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.platform.template.TextLimit;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One attempt to send a message to members of a team, and what became of it so far. */
final class TeamAttempt {
  private static final String MAIL = "mail";
  private static final int LONGEST_SENTENCE = 900;

  private static final DeliveryResult NOT_ASKED =
      new DeliveryResult(Outcome.RETRY, 0, "Not asked yet", null);

  private static final DeliveryResult LATE =
      new DeliveryResult(Outcome.RETRY, 0, "No answer in time", null);

  private final ChannelMessage message;
  private final DevicePusher pusher;
  private final TeamSender.@Nullable PersonMailer mail;
  private final TeamTurns turns;
  private final AttemptTime time;
  private final Set<UUID> told;
  private final Set<UUID> refused;
  private final Set<UUID> devices;
  private final List<PushPosted> posted = new ArrayList<>();

  /** Of persons whom it has not reached, by name and in their order. */
  private final Map<UUID, Unreached> unreached = new LinkedHashMap<>();

  /** Services that have left a request without answer; no further one begins in this attempt. */
  private final Set<String> silent = new HashSet<>();

  private final boolean isToldToOthers;

  /** Attempts that asked all, this one included. */
  private final int rounds;

  private final int cutBefore;
  private boolean cut;
  private boolean pushed;
  private int mailStatus;

  /** Why a person does not have the message. */
  private record Unreached(String name, DeliveryResult result) {}

  /**
   * @param before receipt of earlier attempts
   * @param mail null where no mail is sent
   * @param turns of all attempts of the instance
   */
  TeamAttempt(
      ChannelMessage message,
      TeamReceipt before,
      DevicePusher pusher,
      TeamSender.@Nullable PersonMailer mail,
      TeamTurns turns,
      AttemptTime time) {
    this.message = message;
    this.pusher = pusher;
    this.mail = mail;
    this.turns = turns;
    this.time = time;
    this.isToldToOthers = !before.told().isEmpty();
    this.rounds = message.delivery().attempts() - before.cut();
    this.cutBefore = before.cut();
    this.told = new HashSet<>(before.told());
    this.refused = new HashSet<>(before.refused());
    this.devices = new HashSet<>(before.devices());
  }

  /**
   * Tells persons. Ends within the time of the attempt, whatever is still under way then; the
   * future never fails.
   */
  Future<Void> tell(List<TeamPerson> persons) {
    persons.forEach(one -> unreached.put(one.id(), new Unreached(one.name(), LATE)));
    return Future.join(persons.stream().map(this::tell).toList())
        .timeout(time.leftMillis(), TimeUnit.MILLISECONDS)
        .transform(ended -> Future.succeededFuture());
  }

  private Future<Void> tell(TeamPerson person) {
    List<PushDevice> open =
        person.devices().stream().filter(device -> !devices.contains(device.id())).toList();
    boolean hasWay = mail != null || hasDevice(person) || isToldToOthers;
    if (open.isEmpty() || (hasWay && rounds > MemberSender.PATIENCE)) {
      return otherwise(person, person.devices().isEmpty() ? "no device" : "no answer");
    }
    return Future.join(open.stream().map(this::push).toList())
        .compose(
            all -> {
              List<PushPosted> list = all.list();
              for (PushPosted one : list) {
                if (one.is(Outcome.RETRY)) {
                  return end(person, one.result().answering(PushPosted.told(list)));
                }
              }
              return otherwise(person, PushPosted.told(list));
            });
  }

  private boolean hasDevice(TeamPerson person) {
    return person.devices().stream().anyMatch(device -> devices.contains(device.id()));
  }

  private Future<PushPosted> push(PushDevice device) {
    String service = service(device);
    return turns.run(
        message.delivery().accountId(),
        service,
        () ->
            isSkipped(service)
                ? Future.succeededFuture(new PushPosted(device, NOT_ASKED, false))
                : pusher.push(message, device).onSuccess(one -> note(service, one)));
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

  /** What remains when no device can be asked: one that has it is enough, else it is mailed. */
  private Future<Void> otherwise(TeamPerson person, String pushResult) {
    if (hasDevice(person)) {
      return end(person, new DeliveryResult(Outcome.DELIVERED, 201, "", null));
    }
    TeamSender.PersonMailer mailer = mail;
    if (mailer == null) {
      return end(person, ResponseClassifier.failed(pushResult));
    }
    return turns
        .run(message.delivery().accountId(), MAIL, () -> mail(mailer, person))
        .compose(
            result ->
                end(person, result.answering(pushResult + "; by e-mail: " + result.answer())));
  }

  /** When the mail server is away, it is away for all. */
  private Future<DeliveryResult> mail(TeamSender.PersonMailer mailer, TeamPerson person) {
    return isSkipped(MAIL)
        ? Future.succeededFuture(NOT_ASKED)
        : mailer
            .send(message, person.id())
            .otherwise(failure -> ResponseClassifier.of(Objects.requireNonNull(failure)))
            .onSuccess(
                result -> {
                  mailStatus = result.status();
                  if (result.outcome() == Outcome.RETRY) {
                    silent.add(MAIL);
                  }
                });
  }

  private Future<Void> end(TeamPerson person, DeliveryResult result) {
    switch (result.outcome()) {
      case DELIVERED -> {
        told.add(person.id());
        unreached.remove(person.id());
        person.devices().forEach(device -> devices.remove(device.id()));
      }
      case FAILED -> {
        refused.add(person.id());
        unreached.put(person.id(), new Unreached(person.name(), result));
      }
      case RETRY -> unreached.put(person.id(), new Unreached(person.name(), result));
    }
    return Future.succeededFuture();
  }

  /** What became of the message at devices. */
  List<PushPosted> posted() {
    return List.copyOf(posted);
  }

  /** Who has it now. */
  TeamReceipt receipt() {
    return new TeamReceipt(told, refused, devices, cutBefore + (cut ? 1 : 0));
  }

  /** The status of a mail server, if it alone was asked; else that of push services. */
  int status() {
    return pushed || mailStatus == 0 ? 201 : mailStatus;
  }

  /** What to do again, null when nothing is left. */
  @Nullable DeliveryResult open() {
    List<DeliveryResult> again =
        unreached.values().stream()
            .map(Unreached::result)
            .filter(result -> result.outcome() == Outcome.RETRY)
            .toList();
    return again.isEmpty()
        ? null
        : new DeliveryResult(Outcome.RETRY, again.get(0).status(), sentence(0), wait(again));
  }

  /** The shortest wait: one person's push service must not hold up the message to others. */
  private static @Nullable Duration wait(List<DeliveryResult> again) {
    return again.stream().anyMatch(one -> one.after() == null)
        ? null
        : again.stream()
            .map(one -> Objects.requireNonNull(one.after()))
            .min(Comparator.naturalOrder())
            .orElse(null);
  }

  /**
   * One sentence on all, without addresses.
   *
   * @param quiet how many are left out because of their quiet hours
   */
  String sentence(int quiet) {
    String has = told.size() == 1 ? "A member has it" : told.size() + " members have it";
    String left = quiet == 0 ? "" : "; " + quiet + " left out in quiet hours";
    String others =
        unreached.values().stream()
            .map(one -> "; " + one.name() + ": " + one.result().answer())
            .collect(Collectors.joining());
    return TextLimit.cut(
        (told.isEmpty() ? "No member has it" : has) + left + others, LONGEST_SENTENCE);
  }
}
