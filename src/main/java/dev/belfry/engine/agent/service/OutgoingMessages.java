package dev.belfry.engine.agent.service;

import dev.belfry.engine.agent.protocol.MessageAssembler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What waits to be sent over one stream. It is sent as fast as the agent reads; bytes that wait are
 * counted for the account, so that an agent that reads nothing cannot fill the memory. Confined to
 * an event loop.
 */
final class OutgoingMessages {
  private final ServerWebSocket socket;
  private final UnsentBytes unsent;
  private final Runnable tooMuch;
  private final Deque<Buffer> waiting = new ArrayDeque<>();
  private boolean closed;
  private int stalledLooks;

  /**
   * @param unsent of the account
   * @param tooMuch told when the account has too many bytes that wait; ends the stream
   */
  OutgoingMessages(ServerWebSocket socket, UnsentBytes unsent, Runnable tooMuch) {
    this.socket = socket;
    this.unsent = unsent;
    this.tooMuch = tooMuch;
  }

  /** Begins to send what has waited whenever the agent reads on. */
  void open() {
    socket.drainHandler(ready -> send());
  }

  /** Sends a message behind those that wait. */
  void add(String message) {
    if (closed) {
      return;
    }
    Buffer bytes = Buffer.buffer(message);
    waiting.add(bytes);
    if (unsent.add(bytes.length())) {
      send();
    } else {
      tooMuch.run();
    }
  }

  private void send() {
    // The socket may be closed before that is told.
    while (!closed && !waiting.isEmpty() && !socket.isClosed() && !socket.writeQueueFull()) {
      stalledLooks = 0;
      Buffer next = waiting.removeFirst();
      unsent.remove(next.length());
      MessageAssembler.send(socket, next);
    }
  }

  /** Notes one more look without progress, if something waits; returns how many there were. */
  int onLook() {
    stalledLooks = waiting.isEmpty() ? 0 : stalledLooks + 1;
    return stalledLooks;
  }

  /** Drops what waits; nothing more is sent. */
  void close() {
    closed = true;
    waiting.forEach(bytes -> unsent.remove(bytes.length()));
    waiting.clear();
  }
}
