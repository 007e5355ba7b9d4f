package dev.belfry.statuspages.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** An address that is to be subscribed, and the status it begins with. */
record SubscriptionDraft(SubscriptionType type, String address, SubscriptionStatus status) {

  static SubscriptionDraft of(ObjectNode body) {
    return of(body, body.path("autoVerify").asBoolean());
  }

  static List<SubscriptionDraft> ofMany(ObjectNode body) {
    boolean autoVerify = body.path("autoVerify").asBoolean();
    List<SubscriptionDraft> drafts = new ArrayList<>();
    body.get("subscriptions").forEach(address -> drafts.add(of(address, autoVerify)));
    return drafts;
  }

  /** An e-mail address waits for its owner to confirm it, unless somebody vouches for that. */
  private static SubscriptionDraft of(JsonNode address, boolean autoVerify) {
    SubscriptionType type = SubscriptionType.valueOf(address.get("type").textValue());
    boolean waits = type == SubscriptionType.EMAIL && !autoVerify;
    return new SubscriptionDraft(
        type,
        address.get("config").textValue(),
        waits ? SubscriptionStatus.PENDING : SubscriptionStatus.VERIFIED);
  }
}
