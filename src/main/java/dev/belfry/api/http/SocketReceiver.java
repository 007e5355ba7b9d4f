package dev.belfry.api.http;

import io.vertx.core.http.ServerWebSocket;

/** Takes the WebSockets of one event loop. */
public interface SocketReceiver {
  /**
   * Takes a place for a socket that is about to be opened; false when there is none.
   *
   * @param network of the client
   */
  boolean admit(String network);

  /** Gives the place back of a socket that could not be opened. */
  void leave(String network);

  /**
   * Takes an opened socket, with its place.
   *
   * @param abort ends the connection at once, with what is not sent; a socket that is closed waits
   *     until the client has read the rest, which may be never
   */
  void onOpened(ServerWebSocket socket, String network, Runnable abort);
}
