package dev.belfry.alerting.push;

import io.vertx.core.buffer.Buffer;
import java.util.Map;

/**
 * A message as a push service takes it.
 *
 * @param headers with the signature of the installation
 * @param body encrypted for one browser
 */
public record EncryptedPush(Map<String, String> headers, Buffer body) {}
