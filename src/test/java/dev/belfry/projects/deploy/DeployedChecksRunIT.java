package dev.belfry.projects.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is deployed runs at once, with what it says now. */
class DeployedChecksRunIT {
  private static final Set<String> ASKED = ConcurrentHashMap.newKeySet();

  private static HttpServer target;
  private static TestApp app;

  @BeforeAll
  static void start() throws IOException {
    target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    target.createContext(
        "/",
        exchange -> {
          ASKED.add(exchange.getRequestURI().getPath());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    target.start();
    app =
        TestApp.start(
            Map.of("BELFRY_LOCATIONS", "eu-west-1", "BELFRY_ALLOW_PRIVATE_TARGETS", "true"));
  }

  @AfterAll
  static void stop() {
    app.close();
    target.stop(0);
  }

  private static String project(String path, boolean activated) {
    return ProjectFixture.project(
        ProjectFixture.resource(
            "check",
            "home",
            """
            {"checkType":"URL","name":"Home","activated":%s,"locations":["eu-west-1"],
             "frequency":1440,"request":{"url":"http://127.0.0.1:%d%s"}}"""
                .formatted(activated, target.getAddress().getPort(), path)));
  }

  private static void awaitAsked(String path) {
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (!ASKED.contains(path)) {
      assertThat(System.nanoTime()).as("%s is not asked", path).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void newAndChangedChecksRunWhenThatIsAskedFor() {
    ApiClient client = app.as(app.newTenant());
    String deploy = ProjectFixture.DEPLOY + "?scheduleOnDeploy=true";
    client.post(deploy, project("/first", true)).hasStatus(202);
    awaitAsked("/first");
    client.post(deploy, project("/second", true)).hasStatus(202);
    awaitAsked("/second");
    client.post(deploy, project("/paused", false)).hasStatus(202);
    client.post(deploy, project("/third", true)).hasStatus(202);
    awaitAsked("/third");
    assertThat(ASKED).doesNotContain("/paused");
    ASKED.clear();
    client.post(deploy, project("/third", true)).hasStatus(202);
    assertThat(client.get("/v1/projects/shop/deployments").at("/0/result/diff")).isEmpty();
  }
}
