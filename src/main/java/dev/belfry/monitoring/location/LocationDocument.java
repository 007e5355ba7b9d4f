package dev.belfry.monitoring.location;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.resource.RequestSchemas;
import dev.belfry.platform.error.Violation;
import java.util.ArrayList;
import java.util.List;

/** A location in the form in which a project's is compared with the stored one. */
final class LocationDocument {
  /** No address that a payload can have, so that one which is lost is written anew. */
  static final String LOST = "\u0000lost";

  private LocationDocument() {}

  /**
   * The location with every default.
   *
   * @param violations receives everything that is wrong
   */
  static ObjectNode ofPayload(
      ObjectNode payload, RequestSchemas bodies, List<Violation> violations) {
    List<Violation> found = new ArrayList<>();
    LocationDraft draft =
        bodies.read("createPrivateLocation", payload, LocationCodec.CREATE, found);
    if (ProxySecret.isMasked(draft.proxyUrl().value())) {
      found.add(PrivateLocationRules.maskedPassword());
    }
    violations.addAll(found);
    return found.isEmpty() ? LocationCodec.document(draft) : payload;
  }

  /** The location with the mask in place of the password of its proxy. */
  static ObjectNode masked(ObjectNode document) {
    LocationDraft draft = LocationCodec.read(document);
    String address = draft.proxyUrl().value();
    if (address == null) {
      return document.deepCopy();
    }
    String shown = LOST.equals(address) ? ProxySecret.MASK : ProxySecret.masked(address);
    return LocationCodec.document(draft.withProxyUrl(shown));
  }
}
