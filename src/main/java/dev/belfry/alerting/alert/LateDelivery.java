package dev.belfry.alerting.alert;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message about an alert to a channel that another transaction was deleting when the alert was
 * raised.
 *
 * @param id of the delivery to be
 * @param alert that was raised
 * @param heldUntil end of the quiet hours that it waits for, null for none
 */
record LateDelivery(UUID id, UUID account, UUID alert, long channel, @Nullable Long heldUntil) {}
