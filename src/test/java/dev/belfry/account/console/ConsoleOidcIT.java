package dev.belfry.account.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.belfry.account.console.ConsoleFixture.button;
import static dev.belfry.account.console.ConsoleFixture.everybody;
import static dev.belfry.account.console.ConsoleFixture.link;

import com.microsoft.playwright.Page;
import dev.belfry.account.oidc.FakeProvider;
import dev.belfry.api.auth.Role;
import dev.belfry.app.People;
import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.browser.Appearance;
import dev.belfry.browser.BrowserVisit;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A browser signs in over a provider of another site, with the cookies that browsers allow. */
@Timeout(300)
class ConsoleOidcIT {
  private final TestApp shared = TestApp.shared();
  private final Tenant acme = shared.newTenant();

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void aPersonSignsInByTheButton() throws IOException {
    int port = freePort();
    try (FakeProvider provider = new FakeProvider("localhost", 0)) {
      Map<String, String> environment = provider.environment("staff=viewer@" + acme.account());
      environment.put("BELFRY_HTTP_PORT", Integer.toString(port));
      environment.put("BELFRY_PUBLIC_URL", "http://127.0.0.1:" + port);
      try (TestApp app = TestApp.startOn(shared.database().address(), environment);
          BrowserVisit visit = BrowserVisit.to(app, Appearance.LIGHT_WIDE)) {
        String email = new People(shared).email();
        provider.browser =
            new JsonObject().put("sub", email).put("email", email).put("email_verified", true);
        visit.expect("/console/session answered 401");
        visit.expect("/console/session answered 401");
        visit.expect("another host: GET " + provider.issuer() + "/authorize");
        visit.expect("another host: GET " + provider.issuer() + "/authorize");
        Page page = visit.open("/console");
        button(page, "Sign in with Test").click();
        assertThat(page.getByText("You are not a member of any account here.")).isVisible();
        everybody(visit, page, "sign-in-provider");
        new People(shared).link(acme, Role.EDITOR, email);
        button(page, "Sign in with Test").click();
        assertThat(link(page, email)).isVisible();
      }
    }
  }
}
