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
 * the request that opens it: API, worker, outbox, dispatcher, SMTP and a server that takes
 * everything. Another account with three subscribers posts an incident right after it. Fifty
 * incidents without subscribers come before both, as in a service that has run for a while.
 *
 * <p>Argument: subscribers (30000). Ends after four minutes at most. Exit code 1 when the request
 * took more than 100 ms, when not every subscriber has exactly one mail, when there were less than
 * 250 mails a second, or when the other account waited for more than ten seconds.
 */
public final class SubscriberLoad {
  private static final int AT_ONCE = 100;
  private static final int FEW = 3;
  private static final int WARM_UP = 50;
  private static final long NANOS = 1_000_000_000L;
  private static final double MOST_SECONDS = 240;
  private static final double MOST_POSTING = 0.1;
  private static final double MOST_FOR_FEW = 10;
  private static final double LEAST_RATE = 250;

  private final SmtpSink sink;
  private final int subscribers;

  private SubscriberLoad(SmtpSink sink, int subscribers) {
    this.sink = sink;
    this.subscribers = subscribers;
  }

  public static void main(String[] arguments) throws IOException {
    int subscribers = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30_000;
    boolean fine;
    try (SmtpSink sink = SmtpSink.plain(0)) {
      sink.keeps = false;
      String url = "smtp://127.0.0.1:" + sink.port() + "?starttls=never";
      try (TestApp app = TestApp.start(Map.of("BELFRY_SMTP_URL", url))) {
        fine =
            new SubscriberLoad(sink, subscribers)
                .tell(app.as(app.newTenant()), app.as(app.newTenant()));
      }
    }
    System.exit(fine ? 0 : 1);
  }

  private boolean tell(ApiClient many, ApiClient few) {
    String quiet = service(many);
    for (int i = 0; i < WARM_UP; i++) {
      post(many, quiet);
    }
    String large = page(many, "shop", "reader", subscribers);
    String small = page(few, "small", "few", FEW);

    long begun = System.nanoTime();
    post(many, large);
    double posted = seconds(begun);
    long after = System.nanoTime();
    post(few, small);
    double fewTold = -1;
    while (sink.count.get() < subscribers + FEW && seconds(begun) < MOST_SECONDS) {
      if (fewTold < 0 && hasFew()) {
        fewTold = seconds(after);
      }
      LockSupport.parkNanos(NANOS / 100);
    }
    double told = seconds(begun);
    fewTold = fewTold < 0 && hasFew() ? seconds(after) : fewTold;
    LockSupport.parkNanos(2 * NANOS); // A second mail to the same address would come now.
    System.out.printf(
        "%d subscribers: the incident is stored after %.0f ms, all mails are there after %.1f s:"
            + " %.0f a second; %d receivers, %d mails, %d connections;"
            + " %d subscribers of another account are told after %.2f s%n",
        subscribers,
        posted * 1_000,
        told,
        subscribers / told,
        sink.recipients.size(),
        sink.count.get(),
        sink.connections.get(),
        FEW,
        fewTold);
    return posted <= MOST_POSTING
        && subscribers / told >= LEAST_RATE
        && fewTold >= 0
        && fewTold <= MOST_FOR_FEW
        && sink.recipients.size() == subscribers + FEW
        && sink.count.get() == subscribers + FEW;
  }

  private boolean hasFew() {
    return IntStream.range(0, FEW)
        .allMatch(i -> sink.recipients.contains("few" + i + "@example.net"));
  }

  private static String service(ApiClient client) {
    return client.post("/v1/status-pages/services", "{\"name\":\"Shop\"}").hasStatus(201).id();
  }

  /** A page with confirmed subscribers; returns the service that it shows. */
  private static String page(ApiClient client, String url, String name, int subscribers) {
    String service = service(client);
    String page =
        client
            .post(
                "/v1/status-pages",
                "{\"name\":\"Shop\",\"url\":\"%s\",\"cards\":[{\"name\":\"All\",\"services\":[{\"id\":\"%s\"}]}]}"
                    .formatted(url, service))
            .hasStatus(201)
            .id();
    for (int first = 0; first < subscribers; first += AT_ONCE) {
      client
          .post("/v1/status-pages/" + page + "/subscriptions/bulk", bulk(name, first, subscribers))
          .hasStatus(201);
    }
    return service;
  }

  private static void post(ApiClient client, String service) {
    client
        .post(
            "/v1/status-pages/incidents",
            """
            {"name":"Shop unavailable","severity":"MAJOR","services":[{"id":"%s"}],
             "incidentUpdates":[{"description":"We look into it","notifySubscribers":true}]}"""
                .formatted(service))
        .hasStatus(201);
  }

  private static String bulk(String name, int first, int subscribers) {
    return IntStream.range(first, Math.min(first + AT_ONCE, subscribers))
        .mapToObj(i -> "{\"type\":\"EMAIL\",\"config\":\"%s%d@example.net\"}".formatted(name, i))
        .collect(Collectors.joining(",", "{\"autoVerify\":true,\"subscriptions\":[", "]}"));
  }

  private static double seconds(long since) {
    return (double) (System.nanoTime() - since) / NANOS;
  }
}
