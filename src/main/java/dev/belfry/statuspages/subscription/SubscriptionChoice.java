package dev.belfry.statuspages.subscription;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The services that a subscriber chose and when messages are due.
 *
 * @param services null for all of the page, also those added later
 */
record SubscriptionChoice(@Nullable List<UUID> services, DigestSchedule schedule) {
  /** Services of one choice. */
  static final int MOST_SERVICES = 100;

  static final SubscriptionChoice ALL = new SubscriptionChoice(null, DigestSchedule.IMMEDIATE);

  SubscriptionChoice {
    services = services == null ? null : List.copyOf(services);
  }
}
