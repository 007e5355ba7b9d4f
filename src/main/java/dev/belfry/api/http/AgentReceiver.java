package dev.belfry.api.http;

import io.vertx.core.Future;
import io.vertx.core.http.ServerWebSocket;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Takes the streams that agents of private locations open at one event loop. */
public interface AgentReceiver {
  /**
   * Judges a request for a stream before it is opened. Fails with an {@link
   * dev.belfry.platform.error.ApiException} that says why there is none.
   *
   * @param headers the value of a header by its name, null when it is absent
   * @param network of the client
   */
  Future<Admitted> admit(UnaryOperator<@Nullable String> headers, String network);

  /** A request that may open a stream, with the place that was taken for it. */
  interface Admitted {
    /**
     * Takes the opened stream.
     *
     * @param abort ends the connection at once, with what is not sent
     */
    void onOpened(ServerWebSocket socket, Runnable abort);

    /** Gives the place back, since the stream could not be opened. */
    void onFailed();
  }
}
