package dev.belfry.account.restore;

import dev.belfry.api.http.JsonText;
import java.util.List;
import java.util.Map;

/**
 * A resource that exists again.
 *
 * @param parts how much of each type returned with it
 * @param leftOut at most 100 groups of what did not
 */
record RestoredResource(ResourceName resource, Map<PartType, Long> parts, List<LeftOut> leftOut) {
  RestoredResource {
    parts = Map.copyOf(parts);
    leftOut = List.copyOf(leftOut);
  }

  String json() {
    return JsonText.object()
        .raw("resource", resource.json())
        .raw("parts", DeletedResource.counts(parts))
        .raw("leftOut", JsonText.array(leftOut.stream().map(LeftOut::json).toList()))
        .end();
  }
}
