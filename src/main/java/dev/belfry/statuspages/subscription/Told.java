package dev.belfry.statuspages.subscription;

import java.util.UUID;

/**
 * The messages to subscribers about one update.
 *
 * @param failed those that are given up
 * @param isQueueing whether more messages are about to be queued
 */
record Told(UUID update, long messages, long delivered, long failed, boolean isQueueing) {}
