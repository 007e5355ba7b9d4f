/**
 * Messages over MQTT 3.1.1 in WebSockets, to clients that subscribe with an API key. Clients cannot
 * publish.
 *
 * <p>Start at {@link dev.belfry.api.mqtt.MqttEndpoint}.
 *
 * <p>Uses: {@code api.auth}, {@code api.http}, {@code platform.error}.
 */
@NullMarked
package dev.belfry.api.mqtt;

import org.jspecify.annotations.NullMarked;
