package dev.belfry.statuspages.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.platform.outbox.Delivery;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriberWebhookTest {
  private static final UUID ID = UUID.fromString("f04d7a13-8c62-4b9e-b5f1-27a6e9c08d34");

  @Test
  void saysWhatTheContractDescribes() throws Exception {
    SubscriberMessage message =
        new SubscriberMessage(
            SubscriptionType.WEBHOOK,
            "https://hooks.invalid/",
            new UUID(0, 1),
            "Acme \"status\"",
            "https://example.org/status/acme",
            new UUID(0, 2),
            "Shop down",
            "MAJOR",
            "RESOLVED",
            List.of("Web", "\"Mail\""),
            "Two\nlines",
            Instant.parse("2026-03-02T09:15:00Z"),
            "https://example.org/c",
            "https://example.org/u",
            false);
    Delivery delivery =
        new Delivery(
            ID,
            ID,
            Delivery.Kind.UPDATE,
            "hook:hooks.invalid",
            1,
            1,
            0,
            null,
            null,
            new UUID(0, 3),
            ID);
    JsonNode body = new ObjectMapper().readTree(SubscriberWebhook.body(delivery, message));
    assertThat(body)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"id":"f04d7a13-8c62-4b9e-b5f1-27a6e9c08d34","type":"incident.update",
                     "page":{"id":"00000000-0000-0000-0000-000000000001",
                       "name":"Acme \\"status\\"","url":"https://example.org/status/acme"},
                     "incident":{"id":"00000000-0000-0000-0000-000000000002","name":"Shop down",
                       "severity":"MAJOR","services":["Web","\\"Mail\\""]},
                     "update":{"id":"00000000-0000-0000-0000-000000000003","status":"RESOLVED",
                       "description":"Two\\nlines","publicDate":"2026-03-02T09:15:00.000Z"},
                     "unsubscribeUrl":"https://example.org/u"}"""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tok-en_1 | true",
        "' tok-en_1\n' | true",
        "{\"token\":\"tok-en_1\"} | true",
        "{ \"token\" : \"tok-en_1\" } | true",
        "{\"type\":\"subscription.verification\",\"token\":\"tok-en_1\"} | false",
        "{\"token\":\"other\"} | false",
        "ok tok-en_1 | false",
        "'' | false"
      })
  void onlyTheTokenAloneConfirms(String body, boolean confirms) {
    assertThat(SubscriberWebhook.isEcho(body, "tok-en_1")).isEqualTo(confirms);
  }
}
