package dev.belfry.alerting.alert;

import java.util.UUID;

/**
 * A message about an alert to a channel that another transaction was deleting when the alert was
 * raised.
 *
 * @param id of the delivery to be
 * @param alert that was raised
 */
record LateDelivery(UUID id, UUID account, UUID alert, long channel) {}
