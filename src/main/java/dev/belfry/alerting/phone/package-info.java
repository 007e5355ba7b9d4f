/**
 * Text messages to persons: their phone numbers, the codes that confirm them, and how many messages
 * a person gets. It hands nothing to the gateway itself.
 *
 * <p>Start at {@link dev.belfry.alerting.phone.PhoneOperations} and {@link
 * dev.belfry.alerting.phone.PersonPhones}.
 *
 * <p>Uses: {@code api.http}, {@code platform.config}, {@code platform.db}, {@code platform.error},
 * {@code platform.outbox}, {@code platform.seal}, {@code statuspages.subscription}.
 */
@NullMarked
package dev.belfry.alerting.phone;

import org.jspecify.annotations.NullMarked;
