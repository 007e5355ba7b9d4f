package dev.belfry.api.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Whom the MQTT endpoint refuses, and how it bounds those it serves. */
class MqttEndpointIT {
  private static final int ACCEPTED = 0;
  private static final int UNAVAILABLE = 3;
  private static final int NOT_AUTHORIZED = 5;
  private static final int POLICY = 1008;

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();

  private static String filter(UUID account) {
    return "account/" + account + "/ad-hoc-check-results/" + UUID.randomUUID() + "/+/+/+";
  }

  private MqttClient connected() {
    MqttClient client = new MqttClient(app.port());
    assertThat(client.connect(acme.account().toString(), acme.key())).isEqualTo(ACCEPTED);
    return client;
  }

  @Test
  void takesTheKeyOfTheAccountAlone() {
    for (String key : List.of("nonsense", "", app.newTenant().key())) {
      try (MqttClient client = new MqttClient(app.port())) {
        assertThat(client.connect(acme.account().toString(), key)).isEqualTo(NOT_AUTHORIZED);
        client.closed();
      }
    }
    try (MqttClient client = new MqttClient(app.port())) {
      assertThat(client.connect(acme.account().toString(), acme.readKey())).isEqualTo(ACCEPTED);
    }
  }

  @Test
  void letsAClientSubscribeToItsAccountAlone() {
    try (MqttClient client = connected()) {
      assertThat(client.subscribe(filter(acme.account()))).isTrue();
      for (String other :
          List.of(
              filter(app.newTenant().account()),
              "#",
              "account/+/ad-hoc-check-results/+/+/+/+",
              "account/" + acme.account() + "/#",
              "account/" + acme.account() + "/ad-hoc-check-results/+/+/+/+")) {
        assertThat(client.subscribe(other)).as(other).isFalse();
      }
      client.send(MqttMessage.PINGREQ);
      assertThat(client.next().fixedHeader().messageType()).isEqualTo(MqttMessageType.PINGRESP);
    }
  }

  @Test
  void boundsTheSubscriptionsOfAConnection() {
    try (MqttClient client = connected()) {
      for (int i = 0; i < MqttConnection.MOST_SUBSCRIPTIONS; i++) {
        assertThat(client.subscribe(filter(acme.account()))).isTrue();
      }
      assertThat(client.subscribe(filter(acme.account()))).isFalse();
    }
  }

  @Test
  void boundsTheConnectionsOfAnAccount() {
    List<MqttClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < MqttEndpoint.LIMITS.ofAccount(); i++) {
        clients.add(connected());
      }
      MqttClient more = new MqttClient(app.port());
      clients.add(more);
      assertThat(more.connect(acme.account().toString(), acme.key())).isEqualTo(UNAVAILABLE);
      more.closed();
      Tenant other = app.newTenant();
      try (MqttClient theirs = new MqttClient(app.port())) {
        assertThat(theirs.connect(other.account().toString(), other.key())).isEqualTo(ACCEPTED);
      }
    } finally {
      clients.forEach(MqttClient::close);
    }
  }

  @Test
  void boundsStrangersAndEndsThemSoon() {
    try (TestApp own = TestApp.start(java.util.Map.of())) {
      List<MqttClient> strangers = new ArrayList<>();
      try {
        for (int i = 0; i < MqttEndpoint.LIMITS.ofNetwork(); i++) {
          strangers.add(new MqttClient(own.port()));
        }
        assertThatThrownBy(() -> new MqttClient(own.port()))
            .isInstanceOf(CompletionException.class);
        strangers.forEach(MqttClient::closed);
        Tenant tenant = own.newTenant();
        try (MqttClient client = new MqttClient(own.port())) {
          assertThat(client.connect(tenant.account().toString(), tenant.key())).isEqualTo(ACCEPTED);
        }
      } finally {
        strangers.forEach(MqttClient::close);
      }
    }
  }

  @Test
  void takesNothingButSubscriptions() {
    try (MqttClient client = connected()) {
      client.send(
          MqttMessageBuilders.publish()
              .topicName("account/x")
              .qos(MqttQoS.AT_MOST_ONCE)
              .payload(Unpooled.wrappedBuffer(new byte[] {1}))
              .build());
      assertThat(client.closed()).isEqualTo(POLICY);
    }
    try (MqttClient client = connected()) {
      client.sendBytes(new byte[] {(byte) 0xFF, 1, 2, 3});
      assertThat(client.closed()).isEqualTo(POLICY);
    }
    try (MqttClient client = connected()) {
      byte[] large = new byte[MqttCodec.LARGEST_PACKET * 2];
      large[0] = (byte) 0x82;
      large[1] = (byte) 0xFF;
      large[2] = 0x7F;
      client.sendBytes(large);
      assertThat(client.closed()).isEqualTo(POLICY);
    }
    try (MqttClient client = new MqttClient(app.port())) {
      client.send(MqttMessage.PINGREQ);
      assertThat(client.closed()).as("before the key").isEqualTo(POLICY);
    }
  }

  @Test
  void endsTheConnectionOfARevokedKey() {
    try (MqttClient client = connected()) {
      app.as(acme).send("DELETE", "/v1/api-keys/" + acme.keyId(), null);
      assertThat(client.closed()).isEqualTo(POLICY);
    }
  }

  @Test
  void isNoPageForOthers() {
    app.client().get("/mqtt").isNotFound();
  }
}
