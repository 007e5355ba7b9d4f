package dev.belfry.alerting.mail;

import static java.util.Objects.requireNonNull;

import dev.belfry.alerting.alert.AlertLinks;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.Sender;
import io.vertx.core.Future;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends alerts and tests to the address of an alert channel or of its member. Alerts of one episode
 * to one channel form one conversation. Confined to the event loop of its database.
 */
public final class ChannelMailSender implements Sender {
  private static final DeliveryResult GONE =
      new DeliveryResult(
          DeliveryResult.Outcome.FAILED,
          0,
          "The alert channel no longer has an e-mail address",
          null);

  private final MailStore store;
  private final Mailer mailer;
  private final AlertLinks links;
  private final @Nullable UUID person;

  /** Creates it; {@code mailer} transmits the e-mails. */
  public ChannelMailSender(Database database, Mailer mailer, AlertLinks links) {
    this(new MailStore(database), mailer, links, null);
  }

  private ChannelMailSender(
      MailStore store, Mailer mailer, AlertLinks links, @Nullable UUID person) {
    this.store = store;
    this.mailer = mailer;
    this.links = links;
    this.person = person;
  }

  /** The same for one member of the team that a channel tells. */
  public ChannelMailSender to(UUID member) {
    return new ChannelMailSender(store, mailer, links, member);
  }

  @Override
  public Future<DeliveryResult> send(Delivery delivery) {
    return mail(delivery)
        .compose(
            found -> found.isEmpty() ? Future.succeededFuture(GONE) : mailer.send(found.get()));
  }

  /** Sends an e-mail that is neither about an alert of a monitor nor about a group. */
  public Future<DeliveryResult> sendNotice(Delivery delivery, NoticeEmail notice) {
    return send(delivery, notice::content, null);
  }

  /** Sends an e-mail about a group of alerts; those of one group form one conversation. */
  public Future<DeliveryResult> sendGroup(Delivery delivery, GroupEmail email, UUID group) {
    return send(delivery, email::content, new Mail.Conversation(group, false));
  }

  /** Sends a monthly report about objectives. */
  public Future<DeliveryResult> sendReport(Delivery delivery) {
    return store
        .report(delivery.accountId(), delivery.id())
        .compose(
            found ->
                found
                    .map(report -> mailer.send(mail(delivery, report)))
                    .orElse(Future.succeededFuture(GONE)));
  }

  private Mail mail(Delivery delivery, MailStore.ReportMail report) {
    Instant date = Instant.ofEpochMilli(delivery.createdMs());
    String csv = report.csv();
    ObjectiveReportSummary summary = report.summary();
    return new Mail(
        delivery.id(),
        report.address(),
        ObjectiveReportEmail.of(
            summary,
            csv != null,
            report.address(),
            date,
            links.objectives(),
            links.objectiveReport(summary.month())),
        date,
        null,
        null,
        csv == null ? null : new Mail.Attachment(ObjectiveReportEmail.fileName(summary), csv));
  }

  private Future<DeliveryResult> send(
      Delivery delivery,
      BiFunction<String, Instant, EmailContent> content,
      Mail.@Nullable Conversation thread) {
    Instant date = Instant.ofEpochMilli(delivery.createdMs());
    return store
        .address(delivery.accountId(), requireNonNull(delivery.channelId()), person)
        .compose(
            found ->
                found
                    .map(
                        address ->
                            mailer.send(
                                new Mail(
                                    delivery.id(),
                                    address,
                                    content.apply(address, date),
                                    date,
                                    thread,
                                    null)))
                    .orElse(Future.succeededFuture(GONE)));
  }

  private Future<Optional<Mail>> mail(Delivery delivery) {
    long channel = requireNonNull(delivery.channelId());
    Instant date = Instant.ofEpochMilli(delivery.createdMs());
    return delivery.kind() == Delivery.Kind.ALERT
        ? store
            .alert(requireNonNull(delivery.alertId()), channel, person)
            .map(found -> found.map(alert -> mail(delivery, date, alert)))
        : store
            .address(delivery.accountId(), channel, person)
            .map(
                found ->
                    found.map(
                        address ->
                            new Mail(
                                delivery.id(),
                                address,
                                TestEmail.of(address, date),
                                date,
                                null,
                                null)));
  }

  private Mail mail(Delivery delivery, Instant date, MailStore.AlertMail alert) {
    URI acknowledge =
        links
            .acknowledge(requireNonNull(delivery.alertId()), alert.model().type())
            .map(URI::create)
            .orElse(null);
    return new Mail(
        delivery.id(),
        alert.address(),
        AlertEmails.of(alert.model(), alert.address(), acknowledge),
        date,
        new Mail.Conversation(alert.first(), alert.first().equals(delivery.id())),
        null);
  }
}
