package dev.belfry.alerting.alert;

import java.util.UUID;

/**
 * What a person did in another service about an alert.
 *
 * @param episode the key of the alert there
 * @param actor for the trail
 * @param event tells repetitions of the message apart from further ones
 */
record HookAction(UUID episode, AlertAction action, String actor, String event) {}
