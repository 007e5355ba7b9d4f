package dev.belfry.api.http;

import dev.belfry.platform.error.ApiException;
import io.vertx.core.Future;

/** Takes the pings of one event loop. */
public interface PingReceiver {
  /**
   * Judges a ping by its address, before its body is read.
   *
   * @param token of the monitor
   * @param signal what follows the token, {@code ""} for nothing
   * @throws ApiException 404 for an address that leads nowhere, 429 for too many pings
   */
  Admitted admit(String token, String signal);

  /** A ping whose body may be read. */
  interface Admitted {
    /** Stores the ping. The answer is given once it is durable; fails when it cannot be stored. */
    Future<ApiResponse> store(PingDetail detail);
  }
}
