/**
 * Messages that are to be sent, each once. Start at {@link dev.belfry.platform.outbox.Delivery}.
 * Knows no feature; may import db and cluster.
 */
@NullMarked
package dev.belfry.platform.outbox;

import org.jspecify.annotations.NullMarked;
