package dev.belfry.api.mqtt;

import dev.belfry.api.auth.Authenticator;
import dev.belfry.api.auth.Caller;
import dev.belfry.api.auth.Role;
import dev.belfry.api.http.ConnectionPlaces;
import dev.belfry.platform.error.ApiException;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection of a client. Confined to one event loop. */
final class MqttConnection implements TopicSource.Subscriber {
  /** Subscriptions of one connection. */
  static final int MOST_SUBSCRIPTIONS = 10;

  /** How long a client may take to send its key. */
  static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** How long a client may leave what it was sent unread. */
  static final long UNREAD_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** How long a client may take to answer a farewell, which it may never read. */
  private static final long CLOSING_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** The longest silence of a client, also of one that names none. */
  private static final long LONGEST_SILENCE_NANOS = TimeUnit.MINUTES.toNanos(5);

  private static final int VERSION_3_1_1 = 4;
  private static final short POLICY_VIOLATION = 1008;

  private final ServerWebSocket socket;
  private final Runnable abort;
  private final Authenticator authenticator;
  private final TopicSource topics;
  private final ConnectionPlaces places;
  private final String network;
  private final MqttCodec codec = new MqttCodec();
  private final Map<String, TopicSource.Subscription> subscriptions = new HashMap<>();
  private long heardNanos = System.nanoTime();
  private long fullSinceNanos;
  private long closingSinceNanos;
  private long silenceNanos = CONNECT_NANOS;
  private @Nullable Caller caller;
  private boolean closed;

  /**
   * @param abort ends the connection at once
   * @param network of the client, whose place this connection has taken
   */
  MqttConnection(
      ServerWebSocket socket,
      Runnable abort,
      Authenticator authenticator,
      TopicSource topics,
      ConnectionPlaces places,
      String network) {
    this.socket = socket;
    this.abort = abort;
    this.authenticator = authenticator;
    this.topics = topics;
    this.places = places;
    this.network = network;
  }

  /** Handles bytes of the client. */
  void onBytes(Buffer bytes) {
    if (!isOpen()) {
      return;
    }
    List<MqttMessage> packets;
    try {
      packets = codec.read(bytes);
    } catch (DecoderException e) {
      refuse("no packets of MQTT 3.1.1, or too large ones");
      return;
    }
    if (caller != null) {
      heardNanos = System.nanoTime(); // Before that, bytes do not keep it open.
    }
    for (MqttMessage packet : packets) {
      try {
        if (isOpen()) {
          onPacket(packet);
        }
      } finally {
        ReferenceCountUtil.release(packet);
      }
    }
    if (isOpen() && socket.writeQueueFull()) { // Its next packets wait until it has read.
      socket.pause();
      socket.drainHandler(read -> socket.resume());
    }
  }

  private void onPacket(MqttMessage packet) {
    if (packet instanceof MqttConnectMessage connect && caller == null) {
      onConnect(connect);
    } else if (caller == null) {
      refuse("the first packet must connect");
    } else if (packet instanceof MqttSubscribeMessage subscribe) {
      onSubscribe(subscribe, caller);
    } else if (packet instanceof MqttUnsubscribeMessage unsubscribe) {
      onUnsubscribe(unsubscribe);
    } else {
      switch (packet.fixedHeader().messageType()) {
        case PINGREQ -> write(MqttMessage.PINGRESP);
        case DISCONNECT -> socket.close();
        default -> refuse("clients only subscribe");
      }
    }
  }

  private void onConnect(MqttConnectMessage connect) {
    if (connect.variableHeader().version() != VERSION_3_1_1) {
      refuseConnect(MqttConnectReturnCode.CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION);
      return;
    }
    Caller known = caller(connect);
    if (known == null) {
      refuseConnect(MqttConnectReturnCode.CONNECTION_REFUSED_NOT_AUTHORIZED);
      return;
    }
    if (!places.enter(known.accountId())) {
      refuseConnect(MqttConnectReturnCode.CONNECTION_REFUSED_SERVER_UNAVAILABLE);
      return;
    }
    places.leave(network);
    caller = known;
    long keepAlive = connect.variableHeader().keepAliveTimeSeconds();
    silenceNanos =
        keepAlive == 0
            ? LONGEST_SILENCE_NANOS
            : Math.min(LONGEST_SILENCE_NANOS, TimeUnit.MILLISECONDS.toNanos(keepAlive * 1_500));
    heardNanos = System.nanoTime();
    write(
        MqttMessageBuilders.connAck()
            .returnCode(MqttConnectReturnCode.CONNECTION_ACCEPTED)
            .sessionPresent(false)
            .build());
  }

  /** The user name is the account, the password the key. */
  private @Nullable Caller caller(MqttConnectMessage connect) {
    String account = connect.payload().userName();
    byte[] key = connect.payload().passwordInBytes();
    if (account == null || key == null) {
      return null;
    }
    try {
      Caller known = authenticator.verify(new String(key, StandardCharsets.UTF_8));
      authenticator.authorize(known, account, Role.VIEWER, false, false);
      return known;
    } catch (ApiException refused) {
      return null;
    }
  }

  private void refuseConnect(MqttConnectReturnCode code) {
    write(MqttMessageBuilders.connAck().returnCode(code).sessionPresent(false).build());
    socket.close();
  }

  private void onSubscribe(MqttSubscribeMessage subscribe, Caller known) {
    List<TopicSource.Subscription> replaced = new ArrayList<>();
    MqttMessageBuilders.SubAckBuilder answer =
        MqttMessageBuilders.subAck().packetId(subscribe.variableHeader().messageId());
    for (MqttTopicSubscription asked : subscribe.payload().topicSubscriptions()) {
      String filter = asked.topicFilter();
      TopicSource.Subscription made =
          subscriptions.size() < MOST_SUBSCRIPTIONS || subscriptions.containsKey(filter)
              ? topics.subscribe(known.accountId(), filter, this)
              : null;
      answer.addGrantedQos(made == null ? MqttQoS.FAILURE : MqttQoS.AT_MOST_ONCE);
      if (made != null) {
        TopicSource.Subscription before = subscriptions.put(filter, made);
        if (before != null) {
          replaced.add(before);
        }
      }
    }
    replaced.forEach(TopicSource.Subscription::end);
    write(answer.build());
  }

  private void onUnsubscribe(MqttUnsubscribeMessage unsubscribe) {
    for (String filter : unsubscribe.payload().topics()) {
      TopicSource.Subscription ended = subscriptions.remove(filter);
      if (ended != null) {
        ended.end();
      }
    }
    write(
        MqttMessageBuilders.unsubAck().packetId(unsubscribe.variableHeader().messageId()).build());
  }

  /** A socket that is closing still has its handlers, but may not be asked or written to. */
  private boolean isOpen() {
    return !closed && !socket.isClosed();
  }

  @Override
  public boolean isReady() {
    return isOpen() && !socket.writeQueueFull();
  }

  @Override
  public void send(String topic, String payload) {
    write(
        MqttMessageBuilders.publish()
            .topicName(topic)
            .qos(MqttQoS.AT_MOST_ONCE)
            .payload(Unpooled.wrappedBuffer(payload.getBytes(StandardCharsets.UTF_8)))
            .build());
  }

  private void write(MqttMessage packet) {
    if (isOpen()) {
      socket.writeBinaryMessage(codec.write(packet));
    }
  }

  /**
   * Closes the connection of a client that is silent, does not read, or whose key was revoked.
   * Called every second.
   */
  void sweep(long now, boolean stopping) {
    if (!isOpen()) {
      closingSinceNanos = closingSinceNanos == 0 ? now : closingSinceNanos;
      if (now - closingSinceNanos > CLOSING_NANOS) {
        abort.run();
      }
      return;
    }
    if (socket.writeQueueFull()) {
      fullSinceNanos = fullSinceNanos == 0 ? now : fullSinceNanos;
    } else {
      fullSinceNanos = 0;
    }
    boolean unread = fullSinceNanos != 0 && now - fullSinceNanos > UNREAD_NANOS;
    if (stopping) {
      socket.close();
    } else if (unread || now - heardNanos > silenceNanos) {
      cut();
    } else if (caller != null && !authenticator.isInForce(caller)) {
      refuse("the key is no longer in force");
    }
  }

  /** Closes without the farewell of the protocol, which such a client does not read. */
  private void cut() {
    onClosed();
    abort.run();
  }

  private void refuse(String reason) {
    socket.close(POLICY_VIOLATION, reason);
    onClosed();
  }

  /** Gives back what the connection holds; a second call has no effect. */
  void onClosed() {
    if (closed) {
      return;
    }
    closed = true;
    subscriptions.values().forEach(TopicSource.Subscription::end);
    subscriptions.clear();
    codec.close();
    Caller known = caller;
    if (known == null) {
      places.leave(network);
    } else {
      places.leave(known.accountId());
    }
  }

  boolean isClosed() {
    return closed;
  }
}
