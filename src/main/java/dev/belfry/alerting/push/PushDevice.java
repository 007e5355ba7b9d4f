package dev.belfry.alerting.push;

import java.util.UUID;

/** A browser that gets push messages. */
public record PushDevice(UUID id, PushSubscription subscription) {}
