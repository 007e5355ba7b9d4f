package dev.belfry.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.api.contract.Contract;
import dev.belfry.api.contract.OperationContract;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * API6, unrestricted access to sensitive business flows: what the service sends to people who never
 * asked for it. {@code ConfirmSubscriptionIT} shows the double opt-in, {@code CreateSubscriptionIT}
 * how often it asks at most, {@code UnsubscribeIT} that one click ends it.
 */
class FlowsIT {

  @Test
  void nobodySubscribesAnybodyWithoutAKey() {
    assertThat(Contract.load().operations())
        .filteredOn(operation -> operation.open() && !operation.method().equals("GET"))
        .extracting(OperationContract::id)
        .containsExactlyInAnyOrder(
            "confirmSubscription",
            "unsubscribe",
            "changeSubscriptionSettings",
            // The link in a message is the credential; it silences that message's problem alone.
            "acknowledgeAlert",
            // The address is the credential; it acts on alerts that its channel was sent.
            "receivePagerDutyEvent",
            "receiveOpsgenieAction",
            // The trigger URL is the credential, and nobody is sent anything but the alerts asked
            // for.
            "runCheckByTriggerPost",
            "runGroupByTriggerPost",
            "subscribeToStatusPage",
            "openStatusPage",
            "startSession",
            // The link is the credential; whoever has it invites nobody else.
            "acceptInvitation",
            "previewInvitation",
            "endSession");
  }

  @Test
  void tokensCannotBeTriedOut() {
    try (TestApp app =
        TestApp.start(Map.of("BELFRY_RATE_LIMIT_ROUTES", "confirmSubscription=5/60"))) {
      ApiClient anybody = app.client();
      for (int each = 0; each < 5; each++) {
        confirm(anybody).hasStatus(404);
      }
      ApiReply refused = confirm(anybody).hasStatus(429);
      assertThat(refused.header("Retry-After")).isNotEmpty();
      // No header of a client's own makes it another one.
      for (String header : List.of("X-Forwarded-For", "Forwarded", "X-Real-IP", "True-Client-IP")) {
        confirm(anybody.with(header, header.equals("Forwarded") ? "for=192.0.2.7" : "192.0.2.7"))
            .hasStatus(429);
      }
    }
  }

  private static ApiReply confirm(ApiClient client) {
    return client.send("POST", "/v1/subscriptions/" + UUID.randomUUID() + "/confirm", null);
  }
}
