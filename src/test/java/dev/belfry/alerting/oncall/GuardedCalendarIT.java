package dev.belfry.alerting.oncall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.alerting.delivery.GuardedDocuments;
import dev.belfry.platform.guard.AddressPolicy;
import dev.belfry.platform.guard.Cidr;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Addresses that a calendar may not make the service reach. */
class GuardedCalendarIT {
  private final Vertx vertx = Vertx.vertx();
  private final CalendarServer server = new CalendarServer();

  @AfterEach
  void close() {
    server.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private GuardedDocuments.Document get(AddressPolicy policy) {
    CompletableFuture<GuardedDocuments.Document> got = new CompletableFuture<>();
    vertx.runOnContext(
        go ->
            new GuardedDocuments(vertx, policy, "test", 2, InstantSource.system())
                .get(server.url(), Map.of())
                .onSuccess(got::complete)
                .onFailure(got::completeExceptionally));
    return got.orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Test
  void aPrivateAddressIsNotDialled() {
    assertThatThrownBy(() -> get(AddressPolicy.INTERNET))
        .hasMessageContaining("may not be reached");
    assertThat(server.served.get()).isZero();
  }

  @Test
  void noRedirectLeadsToOne() {
    server.status = 301;
    server.location = "http://10.0.0.1/latest";
    assertThatThrownBy(() -> get(new AddressPolicy(false, List.of(Cidr.parse("127.0.0.1/32")))))
        .hasMessageContaining("10.0.0.1 may not be reached");
  }
}
