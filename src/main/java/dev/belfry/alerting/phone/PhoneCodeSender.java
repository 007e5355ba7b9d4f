package dev.belfry.alerting.phone;

import dev.belfry.platform.db.Database;
import dev.belfry.platform.outbox.Delivery;
import dev.belfry.platform.outbox.DeliveryResult;
import dev.belfry.platform.outbox.DeliveryResult.Outcome;
import dev.belfry.platform.outbox.Sender;
import dev.belfry.statuspages.subscription.SubscriberSender;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.time.ZoneOffset;

/**
 * Sends the codes that confirm phone numbers. One that was used, replaced or taken back before it
 * was sent, or is too old, is not sent any more.
 */
public final class PhoneCodeSender implements Sender {
  private static final DeliveryResult ENDED =
      new DeliveryResult(Outcome.FAILED, 0, "The code is not valid any more", null);

  private final PhoneCodeStore store;
  private final PhoneCodes codes;
  private final SubscriberSender.Texter texter;
  private final String address;
  private final InstantSource clock;

  /**
   * @param texter hands messages to the gateway
   * @param address of the installation, which the message names
   */
  public PhoneCodeSender(
      Database database,
      PhoneCodes codes,
      SubscriberSender.Texter texter,
      String address,
      InstantSource clock) {
    this.store = new PhoneCodeStore(database);
    this.codes = codes;
    this.texter = texter;
    this.address = address;
    this.clock = clock;
  }

  @Override
  public Future<DeliveryResult> send(Delivery delivery) {
    return store
        .number(delivery.id(), delivery.accountId(), clock.instant().atOffset(ZoneOffset.UTC))
        .compose(
            found ->
                found
                    .map(
                        number ->
                            // A gateway may repeat the number and the code.
                            texter
                                .text(number, delivery.id(), text(codes.of(delivery.id())))
                                .map(DeliveryResult::withStatusAlone))
                    .orElse(Future.succeededFuture(ENDED)));
  }

  private String text(String code) {
    return code
        + " is your code to get alerts by text message from "
        + address
        + ". It is valid for "
        + PhoneCodes.VALIDITY.toMinutes()
        + " minutes. If you did not request it, ignore this message.";
  }
}
