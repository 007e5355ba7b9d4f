package dev.belfry.mail;

import dev.belfry.outbox.Delivery;
import io.vertx.core.Future;
import java.util.Optional;

/** Knows what a delivery to a subscriber says. */
public interface SubscriberNewsSource {
  /** Empty when nobody is to be told any more, because the subscription or the update is gone. */
  Future<Optional<SubscriberNews>> read(Delivery delivery);
}
