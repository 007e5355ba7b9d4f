package dev.belfry.account.oidc;

import static dev.belfry.account.oidc.OidcJourney.person;
import static dev.belfry.account.oidc.OidcJourney.requireProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.People;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiReply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A provider that is away, or slow. */
class OidcOutageIT {
  private static final TestApp SHARED = TestApp.shared();

  private final Tenant acme = SHARED.newTenant();

  private TestApp service(int port) {
    Map<String, String> environment = new HashMap<>();
    environment.put("BELFRY_PUBLIC_URL", "https://belfry.test");
    environment.put("BELFRY_HTTP_EVENT_LOOPS", "1");
    environment.put("BELFRY_OIDC_ISSUER", "http://127.0.0.1:" + port + "/");
    environment.put("BELFRY_OIDC_CLIENT_ID", FakeProvider.CLIENT);
    environment.put("BELFRY_OIDC_CLIENT_SECRET", FakeProvider.SECRET);
    environment.put("BELFRY_OIDC_ROLES_CLAIM", "realm.groups");
    environment.put("BELFRY_OIDC_ROLES", "staff=admin@" + acme.account());
    environment.put("BELFRY_RATE_LIMIT_ROUTES", "startOidcSignIn=1000/60");
    return TestApp.startOn(SHARED.database().address(), environment);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void theServiceStartsWithoutTheProviderAndFindsItLater() throws IOException {
    int port = freePort();
    try (TestApp app = service(port)) {
      ApiReply refused = app.client().get("/console/oidc").hasStatus(302);
      requireProblem(refused, "unreachable");
      try (FakeProvider provider = new FakeProvider(port)) {
        String email = new People(SHARED).email();
        OidcJourney journey = new OidcJourney(app, app, provider);
        // Behind TLS, no other host of the domain can set it.
        assertThat(journey.depart().header("set-cookie"))
            .startsWith("__Host-belfry_oidc=")
            .contains("Secure", "Path=/");
        assertThat(journey.travel(person(email, email, "staff")).header("location"))
            .isEqualTo("/console");
      }
    }
  }

  @Test
  void aSlowProviderHoldsFewSignInsAndNothingElse() throws IOException {
    ExecutorService browsers = Executors.newCachedThreadPool();
    try (ServerSocket silent = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        TestApp app = service(silent.getLocalPort())) {
      List<CompletableFuture<ApiReply>> waiting =
          Stream.generate(
                  () ->
                      CompletableFuture.supplyAsync(
                          () -> app.client().get("/console/oidc"), browsers))
              .limit(OidcProvider.MOST_UNDER_WAY + 4)
              .toList();
      // The sign-in page and everything else answer while those wait.
      app.client().get("/console/sign-in-methods").hasStatus(200);
      app.as(acme).get("/v1/checks").hasStatus(200);
      List<String> ends =
          waiting.stream().map(reply -> reply.join().header("location")).sorted().toList();
      assertThat(ends.stream().filter("/console?oidc=busy"::equals)).hasSize(4);
      assertThat(ends.stream().filter("/console?oidc=unreachable"::equals))
          .hasSize(OidcProvider.MOST_UNDER_WAY);
    } finally {
      browsers.shutdown();
    }
  }
}
