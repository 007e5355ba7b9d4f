package dev.belfry.alerting.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.app.TestApp;
import dev.belfry.app.TestApp.Tenant;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import dev.belfry.testing.Polling;
import dev.belfry.testing.ResultRows;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** {@code POST /v1/check-alerts/preview} of clients that disconnect, or ask for too many. */
class AbandonedPreviewIT {
  private static final String PATH = "/v1/check-alerts/preview";

  private final TestApp app = TestApp.shared();
  private final Tenant acme = app.newTenant();
  private final ApiClient client = app.as(acme);
  private final ResultRows rows = new ResultRows(app.database());

  @Test
  void endsWhenTheClientIsGone() throws IOException, SQLException {
    try (Connection connection = app.database().jdbc()) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("LOCK TABLE result_progress IN ACCESS EXCLUSIVE MODE");
      }
      for (int waiting = 1; waiting <= PreviewPlaces.MOST_OF_ACCOUNT; waiting++) {
        leave(waiting);
      }
      client.post(PATH, "{\"policy\":{}}").hasStatus(429).matchesContract("previewAlerts");
      connection.rollback();
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    ApiReply reply = client.post(PATH, "{\"policy\":{}}");
    while (reply.status() == 429 && System.nanoTime() < deadline) {
      reply = client.post(PATH, "{\"policy\":{}}");
      Polling.pause();
    }
    reply.hasStatus(200);
  }

  private void untilWaiting(int wanted) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    String sql =
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT hour FROM settled_progress%'""";
    while (rows.number(sql) < wanted) {
      assertThat(System.nanoTime()).as("previews wait").isLessThan(deadline);
      Polling.pause();
    }
  }

  /** Asks for a preview and disconnects as soon as so many wait. */
  private void leave(int waiting) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), app.port())) {
      String body = "{\"policy\":{}}";
      String head =
          "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n".formatted(PATH, acme.key());
      OutputStream out = socket.getOutputStream();
      out.write(
          (head
                  + "Content-Type: application/json\r\nContent-Length: "
                  + body.length()
                  + "\r\n\r\n"
                  + body)
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      untilWaiting(waiting);
    }
  }
}
