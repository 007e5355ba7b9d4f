package dev.belfry.engine.probe.tcp;

import dev.belfry.engine.probe.Phase;
import dev.belfry.engine.probe.ProbeConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A connection that carries one text there and, if asked to, one back. Confined to one loop. */
final class TcpConnection extends ProbeConnection {
  /** Bytes of an answer that are read at most. */
  static final int MOST_BYTES = 10_240;

  /** Nothing more is expected after so long a silence. */
  static final long SILENCE_NANOS = 300_000_000;

  /** A silence that ends so late shows that this thread stood still. */
  private static final long LATE_NANOS = 20_000_000;

  private static final byte[] NOTHING = {};

  private final TcpExecution execution;
  private final String data;
  private final boolean reads;
  private byte[] kept = NOTHING;
  private long bytes;
  private long lastByteAt;
  private boolean graced;

  /**
   * Creates a connection that is not dialled yet.
   *
   * @param address permitted by the guard
   * @param data to send, {@code ""} for nothing
   * @param reads whether to read an answer
   * @throws io.netty.channel.ChannelException if there is no free socket
   */
  TcpConnection(TcpExecution execution, InetSocketAddress address, String data, boolean reads) {
    super(execution, address);
    this.execution = execution;
    this.data = data;
    this.reads = reads;
  }

  @Override
  protected void send() {
    if (data.isEmpty() && !reads) {
      onSent();
      return;
    }
    execution.onPhase(Phase.FIRST_BYTE);
    if (!data.isEmpty()) {
      ByteBuf text = ByteBufUtil.writeUtf8(channel().alloc(), data);
      ChannelFuture sent = channel().writeAndFlush(text);
      sent.addListener(
          future -> {
            if (isDone()) {
              return;
            }
            if (!sent.isSuccess()) {
              fail(sent.cause());
            } else if (!reads) {
              onSent();
            }
          });
    }
  }

  private void onSent() {
    linger();
    execution.onAnswer(TcpAnswer.CONNECTED, System.nanoTime());
  }

  @Override
  protected void read(Object message) {
    if (!reads || !(message instanceof ByteBuf part) || !execution.admitsMore()) {
      return;
    }
    if (bytes == 0) {
      execution.onPhase(Phase.DOWNLOAD);
      awaitSilence(SILENCE_NANOS);
    }
    lastByteAt = System.nanoTime();
    graced = false;
    keep(part);
    if (bytes > MOST_BYTES) {
      abandon();
      execution.onAnswer(answer(), lastByteAt);
    }
  }

  private void keep(ByteBuf part) {
    int length = part.readableBytes();
    int before = kept.length;
    int more = Math.min(length, MOST_BYTES - before);
    kept = Arrays.copyOf(kept, before + more);
    part.getBytes(part.readerIndex(), kept, before, more);
    bytes += length;
  }

  private void awaitSilence(long nanos) {
    var unused = channel().eventLoop().schedule(this::onSilence, nanos, TimeUnit.NANOSECONDS);
  }

  /** After a standstill of this thread, reads what has arrived before it takes it for silence. */
  private void onSilence() {
    if (isDone()) {
      return;
    }
    long left = lastByteAt + SILENCE_NANOS - System.nanoTime();
    if (left > 0) {
      awaitSilence(left);
    } else if (-left > LATE_NANOS && !graced) {
      graced = true;
      awaitSilence(TimeUnit.MILLISECONDS.toNanos(1));
    } else {
      linger();
      execution.onAnswer(answer(), lastByteAt);
    }
  }

  boolean hasData() {
    return bytes > 0;
  }

  /** When the last byte came; now when there was none. */
  long endedAt() {
    return bytes > 0 ? lastByteAt : System.nanoTime();
  }

  /** What has come so far. */
  TcpAnswer answer() {
    String text = new String(kept, StandardCharsets.UTF_8);
    return new TcpAnswer(text, kept.length, bytes > MOST_BYTES);
  }
}
