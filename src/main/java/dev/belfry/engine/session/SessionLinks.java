package dev.belfry.engine.session;

import dev.belfry.monitoring.check.ResultId;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where sessions and results are read.
 *
 * @param publicUrl where people reach this service; null makes addresses relative to the host
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
