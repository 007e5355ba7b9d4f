/**
 * What webhooks of known services send: one template each.
 *
 * <p>Start at {@link dev.belfry.monitoring.channel.webhook.WebhookPreset}; the templates are in
 * {@code src/main/resources/webhooks}.
 *
 * <p>Uses: no other package of Belfry.
 */
@NullMarked
package dev.belfry.monitoring.channel.webhook;

import org.jspecify.annotations.NullMarked;
