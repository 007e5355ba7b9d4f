package dev.belfry.api.mqtt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A client of the endpoint, which reads whatever it is sent until it is told not to. */
public final class MqttClient implements WebSocket.Listener, AutoCloseable {
  private static final int SECONDS = 30;

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new MqttDecoder(1_000_000), MqttEncoder.INSTANCE);
  private final BlockingQueue<MqttMessage> received = new LinkedBlockingQueue<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final AtomicLong bytes = new AtomicLong();
  private final WebSocket socket;
  private volatile boolean paused;

  /** Opens a WebSocket on a port of this machine. */
  public MqttClient(int port) {
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .subprotocols("mqtt")
            .buildAsync(URI.create("ws://127.0.0.1:" + port + "/mqtt"), this)
            .join();
  }

  @Override
  public synchronized CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    bytes.addAndGet(data.remaining());
    channel.writeInbound(Unpooled.wrappedBuffer(data));
    MqttMessage packet = channel.readInbound();
    while (packet != null) {
      received.add(packet);
      packet = channel.readInbound();
    }
    if (!paused) {
      from.request(1);
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    closed.complete(status);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closed.complete(-1);
  }

  synchronized void send(MqttMessage packet) {
    channel.writeOutbound(packet);
    ByteBuf bytes = channel.readOutbound();
    byte[] copy = new byte[bytes.readableBytes()];
    bytes.readBytes(copy);
    bytes.release();
    sendBytes(copy);
  }

  void sendBytes(byte[] bytes) {
    socket.sendBinary(ByteBuffer.wrap(bytes), true).join();
  }

  /** Logs in and returns the code of the answer. */
  public int connect(String account, String key) {
    send(
        MqttMessageBuilders.connect()
            .protocolVersion(MqttVersion.MQTT_3_1_1)
            .clientId("test")
            .cleanSession(true)
            .keepAlive(60)
            .username(account)
            .password(key.getBytes(StandardCharsets.UTF_8))
            .build());
    return ((MqttConnAckMessage) next()).variableHeader().connectReturnCode().byteValue();
  }

  /** Subscribes and tells whether it may. */
  public boolean subscribe(String filter) {
    send(
        MqttMessageBuilders.subscribe()
            .messageId(1)
            .addSubscription(MqttQoS.AT_LEAST_ONCE, filter)
            .build());
    return ((MqttSubAckMessage) next()).payload().grantedQoSLevels().get(0) == 0;
  }

  /** Leaves what comes in the buffers of the connection. */
  void stopReading() {
    paused = true;
  }

  /** Reads what was left, to the end. */
  void readOn() {
    paused = false;
    socket.request(1);
  }

  /** Bytes that were read. */
  long bytes() {
    return bytes.get();
  }

  /** The next packet. */
  MqttMessage next() {
    try {
      MqttMessage packet = received.poll(SECONDS, TimeUnit.SECONDS);
      if (packet == null) {
        throw new AssertionError("nothing came");
      }
      return packet;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** The next message: the last part of its topic, a blank, its text. */
  public String message() {
    MqttPublishMessage message = (MqttPublishMessage) next();
    String topic = message.variableHeader().topicName();
    String text =
        topic.substring(topic.lastIndexOf('/') + 1)
            + " "
            + message.payload().toString(StandardCharsets.UTF_8);
    message.release();
    return text;
  }

  /** Waits until the service has closed the connection; the code it gives. */
  int closed() {
    return closed.orTimeout(SECONDS, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    socket.abort();
  }
}
