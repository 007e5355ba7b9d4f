package dev.belfry.alerting.mail;

import dev.belfry.alerting.mail.smtp.SmtpSink;
import dev.belfry.app.TestApp;
import dev.belfry.testing.ApiClient;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How long it takes until every subscriber of a status page has the mail about an incident, from
 * the request that opens it: API, outbox, dispatcher, SMTP and a server that takes everything.
 * Argument: subscribers (10000). Ends after two minutes at most; exit code 1 when not every one has
 * exactly one mail or it took more than a minute.
 */
public final class SubscriberLoad {
  private static final int AT_ONCE = 100;
  private static final long NANOS = 1_000_000_000L;

  private SubscriberLoad() {}

  public static void main(String[] arguments) throws IOException {
    int subscribers = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    boolean fine;
    try (SmtpSink sink = SmtpSink.plain(0)) {
      sink.keeps = false;
      String url = "smtp://127.0.0.1:" + sink.port() + "?starttls=never";
      try (TestApp app = TestApp.start(Map.of("BELFRY_SMTP_URL", url))) {
        fine = tell(app.as(app.newTenant()), sink, subscribers);
      }
    }
    System.exit(fine ? 0 : 1);
  }

  private static boolean tell(ApiClient client, SmtpSink sink, int subscribers) {
    String service = client.post("/v1/status-pages/services", "{\"name\":\"Shop\"}").id();
    String page =
        client
            .post(
                "/v1/status-pages",
                "{\"name\":\"Shop\",\"url\":\"shop\",\"cards\":[{\"name\":\"All\",\"services\":[{\"id\":\"%s\"}]}]}"
                    .formatted(service))
            .hasStatus(201)
            .id();
    for (int first = 0; first < subscribers; first += AT_ONCE) {
      client
          .post("/v1/status-pages/" + page + "/subscriptions/bulk", bulk(first, subscribers))
          .hasStatus(201);
    }
    long begun = System.nanoTime();
    client
        .post(
            "/v1/status-pages/incidents",
            """
            {"name":"Shop unavailable","severity":"MAJOR","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"We look into it","notifySubscribers":true}]}"""
                .formatted(service))
        .hasStatus(201);
    double posted = seconds(begun);
    while (sink.count.get() < subscribers && seconds(begun) < 120) {
      LockSupport.parkNanos(NANOS / 100);
    }
    double told = seconds(begun);
    System.out.printf(
        "%d subscribers: the incident is stored after %.2f s, all mails are there after %.1f s:"
            + " %.0f a second; %d receivers, %d mails, %d connections%n",
        subscribers,
        posted,
        told,
        subscribers / told,
        sink.recipients.size(),
        sink.count.get(),
        sink.connections.get());
    return told <= 60 && sink.recipients.size() == subscribers && sink.count.get() == subscribers;
  }

  private static String bulk(int first, int subscribers) {
    return IntStream.range(first, Math.min(first + AT_ONCE, subscribers))
        .mapToObj(i -> "{\"type\":\"EMAIL\",\"config\":\"reader%d@example.net\"}".formatted(i))
        .collect(Collectors.joining(",", "{\"autoVerify\":true,\"subscriptions\":[", "]}"));
  }

  private static double seconds(long since) {
    return (double) (System.nanoTime() - since) / NANOS;
  }
}
