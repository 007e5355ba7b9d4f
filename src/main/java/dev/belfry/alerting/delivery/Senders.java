package dev.belfry.alerting.delivery;

import dev.belfry.alerting.alert.AlertLinks;
import dev.belfry.alerting.mail.ChannelMailSender;
import dev.belfry.alerting.mail.InvitationMailSender;
import dev.belfry.alerting.mail.Mailer;
import dev.belfry.alerting.mail.SubscriberMailSender;
import dev.belfry.alerting.phone.PersonPhones;
import dev.belfry.alerting.phone.PhoneCodeSender;
import dev.belfry.alerting.phone.PhoneCodes;
import dev.belfry.alerting.push.PushDevices;
import dev.belfry.alerting.push.PushEncryption;
import dev.belfry.monitoring.channel.ChannelAvailability;
import dev.belfry.monitoring.channel.ChannelSecrets;
import dev.belfry.monitoring.channel.ChannelType;
import dev.belfry.monitoring.variable.CheckVariables;
import dev.belfry.platform.config.Config;
import dev.belfry.platform.config.PublicAddress;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.Sender;
import dev.belfry.platform.seal.Sealer;
import dev.belfry.statuspages.subscription.PhoneNumber;
import dev.belfry.statuspages.subscription.SubscriberMessages;
import dev.belfry.statuspages.subscription.SubscriberSender;
import dev.belfry.statuspages.subscription.SubscriptionLinks;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Registers the sender of every kind of delivery. */
public final class Senders {
  private final Means means;
  private final Config config;
  private final InstantSource clock;

  /**
   * The tools that make messages.
   *
   * @param sealer unseals secrets of channels and variables, and links of invitations
   * @param userAgent header of requests to receivers
   * @param links makes the links in messages to subscribers
   * @param alerts makes the links in messages about alerts
   * @param codes makes the codes that confirm phone numbers of persons
   */
  public record Means(
      Sealer sealer,
      String userAgent,
      SubscriptionLinks links,
      AlertLinks alerts,
      PhoneCodes codes) {}

  Senders(Means means, Config config, InstantSource clock) {
    this.means = means;
    this.config = config;
    this.clock = clock;
  }

  /**
   * The clients that requests are sent with.
   *
   * @param guarded reaches addresses that users configure, within the rules for addresses
   * @param strangers reaches addresses that subscribers choose
   * @param open reaches any address of the configuration
   * @param push reaches push services, as {@code guarded} does, in less time
   * @param texts reaches the gateway for text messages to persons, in as much
   * @param encryption encrypts for push services
   */
  record Clients(
      OutgoingHttp guarded,
      OutgoingHttp strangers,
      OutgoingHttp open,
      OutgoingHttp push,
      OutgoingHttp texts,
      PushEncryption encryption) {}

  /** A sender for every kind of delivery. */
  Map<Delivery.Kind, Sender> of(Database database, Clients clients, Mailer mailer) {
    HttpSenders http = new HttpSenders(clients, clock);
    ChannelSecrets secrets = new ChannelSecrets(means.sealer());
    ChannelAvailability availability = ChannelAvailability.of(config);
    OnCallSenders onCall = new OnCallSenders(clients.open(), config.onCall());
    SlackPoster slack = new SlackPoster(clients.open(), config.slack());
    ChannelMailSender mail = new ChannelMailSender(database, mailer, means.alerts());
    Sender channels =
        new ChannelSender(
            new ChannelMessageStore(
                database, secrets, new CheckVariables(database, means.sealer()), means.alerts()),
            availability,
            ofChannels(http, clients.open(), onCall, slack, mail, member(database, clients, mail)));
    SubscriberMessages messages = new SubscriberMessages(database, means.links(), means.sealer());
    Sender subscribers =
        new SubscriberSender(
            messages,
            new SubscriberMailSender(database, messages, mailer),
            http::subscriber,
            texter(clients.open(), config.subscribers().sms()));
    Sender actions =
        new ActionSender(new ActionMessageStore(database, secrets), availability, onCall, slack);
    Sender codes =
        new PhoneCodeSender(
            database,
            means.codes(),
            texter(clients.open(), config.persons().sms()),
            PublicAddress.of(config),
            clock);
    Sender invitations = new InvitationMailSender(database, means.sealer(), mailer);
    Map<Delivery.Kind, Sender> senders = new EnumMap<>(Delivery.Kind.class);
    for (Delivery.Kind kind : Delivery.Kind.values()) {
      senders.put(
          kind,
          switch (kind) {
            case ALERT,
                TEST,
                CHANNEL_FAILURE,
                CHANNEL_RECOVERY,
                GROUP,
                OBJECTIVE_ALERT,
                OBJECTIVE_RECOVERY ->
                channels;
            case ALERT_ACTION -> actions;
            case OBJECTIVE_REPORT -> mail::sendReport;
            case UPDATE, CONFIRMATION, DIGEST -> subscribers;
            case INVITATION -> invitations;
            case PHONE_CODE -> codes;
          });
    }
    return Map.copyOf(senders);
  }

  /** Numbers that the operator no longer allows get nothing more. */
  private SubscriberSender.Texter texter(OutgoingHttp open, List<String> allowed) {
    GatewaySender gateway = new GatewaySender(open, config.sms(), true);
    return (number, id, text) ->
        config.sms().url() == null || !PhoneNumber.isAllowed(number, allowed)
            ? Future.succeededFuture(
                ResponseClassifier.failed("The operator allows no text messages to this number"))
            : gateway.hand(number, id, text);
  }

  private MemberSender member(Database database, Clients clients, ChannelMailSender mail) {
    PushDevices devices = new PushDevices(database, means.sealer(), clock);
    DevicePusher pusher = new DevicePusher(clients.encryption(), clients.push());
    PersonTexter texter =
        new PersonTexter(
            new PersonPhones(database, clock),
            new GatewaySender(clients.texts(), config.sms(), true),
            config);
    boolean mails = config.smtp().server() != null;
    TeamSender teams =
        new TeamSender(
            new TeamSender.Means(
                devices,
                pusher,
                texter,
                mails ? (message, person) -> mail(mail.to(person), message) : null),
            clock);
    return new MemberSender(
        new MemberSender.Means(
            devices, pusher, texter, mails ? message -> mail(mail, message) : null),
        teams);
  }

  private static Future<DeliveryResult> mail(ChannelMailSender mail, ChannelMessage message) {
    if (message.isAboutGroup()) {
      return mail.sendGroup(
          message.delivery(), GroupNotice.email(message), UUID.fromString(message.episode()));
    }
    return message
        .notice()
        .map(notice -> mail.sendNotice(message.delivery(), notice))
        .orElseGet(() -> mail.send(message.delivery()));
  }

  private Map<ChannelType, ChannelSender.MessageSender> ofChannels(
      HttpSenders http,
      OutgoingHttp open,
      OnCallSenders onCall,
      SlackPoster slack,
      ChannelMailSender mail,
      MemberSender member) {
    Map<ChannelType, ChannelSender.MessageSender> senders = new EnumMap<>(ChannelType.class);
    for (ChannelType type : ChannelType.values()) {
      senders.put(
          type,
          switch (type) {
            case EMAIL -> message -> mail(mail, message);
            case WEBHOOK -> http::webhook;
            case SLACK -> http::slack;
            case SLACK_APP -> new SlackAppSender(slack);
            case SMS -> new GatewaySender(open, config.sms(), true);
            case CALL -> new GatewaySender(open, config.calls(), false);
            case PAGERDUTY -> onCall::pagerDuty;
            case OPSGENIE -> onCall::opsgenie;
            case MEMBER -> member;
          });
    }
    return senders;
  }
}
