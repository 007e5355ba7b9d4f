package dev.belfry.api.contract;

import org.jspecify.annotations.Nullable;

/**
 * One generated request.
 *
 * @param meant the operation that it was made from
 * @param target path and query as they are sent
 * @param key whether it carries an API key
 * @param contentType null for a request without that header
 * @param body null for a request without a body
 */
record SampleRequest(
    OperationContract meant,
    Twist twist,
    String method,
    String target,
    boolean key,
    @Nullable String contentType,
    @Nullable String body) {

  @Override
  public String toString() {
    return "%s: %s %s%s %s %s"
        .formatted(twist, method, target, key ? "" : " without a key", contentType, body);
  }
}
