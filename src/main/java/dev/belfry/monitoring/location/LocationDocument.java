package dev.belfry.monitoring.location;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.List;

/** What becomes of the payload of a location. */
final class LocationDocument {
  static final String PROXY = "proxyUrl";

  /** No address that a payload can have, so that one which is lost is written anew. */
  static final String LOST = "\u0000lost";

  private LocationDocument() {}

  /**
   * The location with every default.
   *
   * @param violations receives everything that is wrong
   */
  static ObjectNode of(ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    ObjectNode body = bodies.read("createPrivateLocation", payload, violations);
    if (violations.stream().noneMatch(fault -> fault.path().equals("/slugName"))) {
      violations.addAll(PrivateLocationRules.ofDraft(body));
    }
    if (ProxySecret.isMasked(body.path(PROXY).textValue())) {
      violations.add(PrivateLocationRules.maskedPassword());
    }
    return body;
  }

  /** The location with the mask in place of the password of its proxy. */
  static ObjectNode masked(ObjectNode document) {
    ObjectNode masked = document.deepCopy();
    String address = masked.path(PROXY).textValue();
    if (address != null) {
      masked.put(PROXY, LOST.equals(address) ? ProxySecret.MASK : ProxySecret.masked(address));
    }
    return masked;
  }
}
