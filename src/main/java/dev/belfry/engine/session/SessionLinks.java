package dev.belfry.engine.session;

import dev.belfry.monitoring.check.ResultId;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the links to sessions and results.
 *
 * @param publicUrl of this service; null makes links relative to the host
 */
record SessionLinks(@Nullable URI publicUrl) {

  String session(UUID session) {
    return address("/v2/check-sessions/" + session);
  }

  String result(UUID check, ResultId result) {
    return address("/v1/check-results/" + check + "/" + result.toGuid());
  }

  private String address(String path) {
    return publicUrl == null ? path : publicUrl + path;
  }
}
