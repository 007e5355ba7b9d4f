package dev.belfry.engine.session;

import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes the links of sessions and results. Command lines print them for people, so they lead to the
 * check in the console.
 *
 * @param publicUrl of this service; null makes links relative to the host
 */
record SessionLinks(@Nullable URI publicUrl) {

  String check(UUID check) {
    String path = "/console/monitors/" + check;
    return publicUrl == null ? path : publicUrl + path;
  }
}
