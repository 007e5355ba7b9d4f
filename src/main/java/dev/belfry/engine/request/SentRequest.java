package dev.belfry.engine.request;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.monitoring.channel.CredentialMask;
import dev.belfry.monitoring.check.ApiCheckRequest;
import dev.belfry.monitoring.check.BodyType;
import dev.belfry.monitoring.check.CheckRequest;
import dev.belfry.monitoring.check.HttpParameter;
import java.util.List;

/** Describes the request of an API check as it was sent. */
public final class SentRequest {
  /** Characters of a body that are kept. */
  static final int BODY_KEPT = 4_096;

  private SentRequest() {}

  /**
   * Adds method, headers, query parameters and body to the detail of a result; nothing for other
   * types. Secrets in the texts are for a {@link SecretMask} to hide.
   */
  public static void describe(CheckRequest request, ObjectNode detail) {
    if (!(request instanceof ApiCheckRequest sent)) {
      return;
    }
    ObjectNode members = detail.putObject("sent").put("method", sent.method());
    describe(sent.headers(), members.putArray("headers"));
    describe(sent.queryParameters(), members.putArray("params"));
    if (sent.bodyType() != BodyType.NONE) {
      int end = Math.min(sent.body().length(), BODY_KEPT);
      boolean splits =
          end < sent.body().length() && Character.isHighSurrogate(sent.body().charAt(end - 1));
      members.put("body", sent.body().substring(0, splits ? end - 1 : end));
    }
  }

  private static void describe(List<HttpParameter> parameters, ArrayNode list) {
    for (HttpParameter one : parameters) {
      boolean hidden = CredentialMask.isCredential(one.key(), one.locked());
      list.addArray().add(one.key()).add(hidden ? SecretMask.MASK : one.value());
    }
  }
}
