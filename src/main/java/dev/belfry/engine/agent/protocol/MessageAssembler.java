package dev.belfry.engine.agent.protocol;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocketBase;
import io.vertx.core.http.WebSocketFrame;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends and receives messages of several frames, with a bound of its own. Confined to one thread.
 */
public final class MessageAssembler {
  private final int most;
  private final Consumer<Buffer> message;
  private final Runnable tooLong;
  private @Nullable Buffer begun;

  /**
   * @param most bytes of a message
   * @param message takes each message
   * @param tooLong told of a longer one, which is dropped
   */
  public MessageAssembler(int most, Consumer<Buffer> message, Runnable tooLong) {
    this.most = most;
    this.message = message;
    this.tooLong = tooLong;
  }

  /** Takes the next frame of a stream. */
  public void onFrame(WebSocketFrame frame) {
    if (frame.isClose() || frame.isPing()) {
      return;
    }
    Buffer whole = begun;
    Buffer data = frame.binaryData();
    if ((whole == null ? 0 : whole.length()) + data.length() > most) {
      begun = null;
      tooLong.run();
      return;
    }
    whole = whole == null ? data : whole.appendBuffer(data);
    if (frame.isFinal()) {
      begun = null;
      message.accept(whole);
    } else {
      // A copy, since the frame's own buffer may not grow.
      begun = begun == null ? Buffer.buffer(whole.length() * 2).appendBuffer(whole) : whole;
    }
  }

  /** Sends a message in as many frames as it takes. Failures show in the stream's handlers. */
  public static void send(WebSocketBase socket, Buffer message) {
    int length = message.length();
    int from = 0;
    do {
      int to = Math.min(length, from + AgentProtocol.FRAME_BYTES);
      Buffer part = message.slice(from, to);
      boolean last = to == length;
      var unused =
          socket.writeFrame(
              from == 0
                  ? WebSocketFrame.binaryFrame(part, last)
                  : WebSocketFrame.continuationFrame(part, last));
      from = to;
    } while (from < length);
  }
}
