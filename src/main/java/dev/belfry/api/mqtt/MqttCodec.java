package dev.belfry.api.mqtt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes the packets of one connection, with the library's decoder and encoder. */
final class MqttCodec {
  /** Bytes of a packet of a client. A packet that subscribes or connects has some hundred. */
  static final int LARGEST_PACKET = 4_096;

  private static final int LONGEST_CLIENT_ID = 256;

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new MqttDecoder(LARGEST_PACKET, LONGEST_CLIENT_ID), MqttEncoder.INSTANCE);

  /**
   * The packets that are complete with these bytes.
   *
   * @throws DecoderException if the bytes are no packets, or one is too large
   */
  List<MqttMessage> read(Buffer bytes) {
    channel.writeInbound(Unpooled.wrappedBuffer(bytes.getBytes()));
    List<MqttMessage> packets = new ArrayList<>(1);
    MqttMessage packet = channel.readInbound();
    while (packet != null) {
      if (packet.decoderResult().isFailure()) {
        ReferenceCountUtil.release(packet);
        throw new DecoderException(packet.decoderResult().cause());
      }
      packets.add(packet);
      packet = channel.readInbound();
    }
    return packets;
  }

  /** The bytes of a packet. */
  Buffer write(MqttMessage packet) {
    channel.writeOutbound(packet);
    Buffer bytes = Buffer.buffer();
    ByteBuf part = channel.readOutbound();
    while (part != null) {
      byte[] copy = new byte[part.readableBytes()];
      part.readBytes(copy);
      part.release();
      bytes.appendBytes(copy);
      part = channel.readOutbound();
    }
    return bytes;
  }

  /** Frees what was received of an incomplete packet. */
  void close() {
    channel.finishAndReleaseAll();
  }
}
