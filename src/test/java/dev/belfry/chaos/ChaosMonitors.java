package dev.belfry.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The monitors of a chaos: of every kind, made and changed through the API. */
public final class ChaosMonitors {
  private static final int MOST_TRIES = 10;
  private static final int GROUPED = 20;
  private static final String PATH = "/v1/checks/url";
  private static final String GROUP = "{\"name\":\"Shop\",\"activated\":%b}";
  private static final int CHANNELS = 3;
  private static final String CHANNEL =
      """
      {"type":"WEBHOOK","sendDegraded":true,"config":{"name":"Receiver","url":"%s",
        "template":"{{ALERT_TYPE}} {{CHECK_ID}}"}}""";

  /** The text tells only the id, since a repeated message shows the members as they then are. */
  private static final String GROUPING_CHANNEL =
      """
      {"type":"WEBHOOK","sendDegraded":true,"config":{"name":"Grouped","url":"%s",
        "template":"GROUP {{ALERT_GROUP_ID}}"},
        "grouping":{"by":[],"waitSeconds":5,"intervalSeconds":10,"repeatMinutes":60}}""";

  /** A service that keeps alerts, and hears what people do about them. */
  private static final String SERVICE =
      """
      {"type":"OPSGENIE","sendDegraded":true,"config":{"name":"Service","apiKey":"chaos"}}""";

  private static final String INCIDENT =
      """
      "triggerIncident":{"serviceId":"%s","severity":"MAJOR","name":"Incident %d",
        "description":"It is broken","notifySubscribers":false},""";
  private static final List<String> PLACES =
      List.of(
          "",
          "\"locations\":[\"eu-west-1\",\"us-east-1\",\"ap-south-1\"],\"runParallel\":true,",
          "\"locations\":[\"eu-west-1\",\"us-east-1\"],");
  private static final List<String> RETRIES =
      List.of(
          "",
          retry("\"type\":\"LINEAR\",\"sameRegion\":false"),
          "",
          retry("\"type\":\"FIXED\",\"sameRegion\":true"));

  private final Supplier<ApiClient> client;
  private final boolean acknowledges;
  private final List<String> ids = new ArrayList<>();
  private String group = "";
  private final AtomicInteger unanswered = new AtomicInteger();

  /**
   * @param client of an instance that is well
   */
  public ChaosMonitors(Supplier<ApiClient> client) {
    this(client, false);
  }

  /**
   * @param acknowledges whether alerts go to a service, too, and people acknowledge some
   */
  ChaosMonitors(Supplier<ApiClient> client, boolean acknowledges) {
    this.client = client;
    this.acknowledges = acknowledges;
  }

  private static String retry(String how) {
    return "\"retryStrategy\":{%s,\"baseBackoffSeconds\":2,\"maxRetries\":2},".formatted(how);
  }

  public void create(ChaosTarget target, ChaosReceiver receiver, int count) {
    for (int channel = 0; channel < CHANNELS; channel++) {
      make("/v1/alert-channels", CHANNEL.formatted(receiver.url(channel)));
    }
    if (acknowledges) {
      make("/v1/alert-channels", SERVICE);
    }
    make("/v1/alert-channels", GROUPING_CHANNEL.formatted(receiver.url(CHANNELS)));
    String service = make("/v1/status-pages/services", "{\"name\":\"Shop\"}");
    group = make("/v2/check-groups", GROUP.formatted(true));
    for (int i = 0; i < count; i++) {
      String body =
          "{\"name\":\"m%d\",%s%s%s%s%s\"frequency\":0,\"frequencyOffset\":%d,\"request\":{\"url\":\"%s\"}}"
              .formatted(
                  i,
                  PLACES.get(i % PLACES.size()),
                  RETRIES.get(i / 3 % RETRIES.size()),
                  i % GROUPED == 1 ? "\"groupId\":" + group + "," : "",
                  i % 4 == 3 ? INCIDENT.formatted(service, i) : "",
                  dependency(i),
                  seconds(i / 2),
                  target.url(path(i)));
      ids.add(make(PATH, body));
    }
  }

  /**
   * A machine that is busy with the start of everything may answer 503. Asks no question of the
   * reply that needs a library of the tests, which the jar has not.
   */
  private String make(String path, String body) {
    String key = UUID.randomUUID().toString();
    ApiReply reply = client.get().with("Idempotency-Key", key).post(path, body);
    for (int again = 1; again < MOST_TRIES && reply.status() == 503; again++) {
      reply = client.get().with("Idempotency-Key", key).post(path, body);
    }
    if (reply.status() != 201) {
      throw new AssertionError(path + " answered " + reply.status() + " " + reply.text());
    }
    return reply.id();
  }

  /** Broken ones depend on broken ones and on well ones, and fickle ones on broken ones. */
  private String dependency(int i) {
    int parent =
        switch (i % 40) {
          case 13 -> i - 10;
          case 15 -> i - 12;
          case 33 -> i - 32;
          default -> -1;
        };
    return parent < 0 ? "" : "\"dependsOn\":[{\"checkId\":\"%s\"}],".formatted(ids.get(parent));
  }

  private static String path(int i) {
    return switch (i % 10) {
      case 3 -> ChaosTarget.BROKEN;
      case 5 -> ChaosTarget.FICKLE;
      case 2, 7, 8 -> ChaosTarget.SLOW;
      default -> ChaosTarget.WELL;
    };
  }

  private static int seconds(int i) {
    return 10 * (1 + i % 3);
  }

  /** Some changes at random; where the instance did not answer it is as if nothing had been. */
  void change(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 6; i++) {
      String monitor = PATH + "/" + ids.get(random.nextInt(ids.size()));
      int kind = random.nextInt(8);
      int seconds = seconds(random.nextInt(3));
      switch (kind) {
        case 0, 1 -> put(monitor, "{\"activated\":false}");
        case 2, 3, 4 -> put(monitor, "{\"activated\":true}");
        case 5, 6 -> put(monitor, "{\"frequencyOffset\":" + seconds + "}");
        default -> put("/v2/check-groups/" + group, GROUP.formatted(seconds != 10));
      }
    }
  }

  /** Acknowledges half of the newest alerts; those that are over refuse it. */
  void acknowledge(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    try {
      JsonNode newest = client.get().get("/v1/check-alerts?limit=20").json();
      for (JsonNode alert : newest) {
        if (random.nextBoolean()) {
          String path = "/v2/check-alerts/" + alert.path("id").asText() + "/actions";
          client.get().post(path, "{\"action\":\"ACKNOWLEDGE\"}");
        }
      }
    } catch (AssertionError killedOrStopped) {
      unanswered.incrementAndGet();
    }
  }

  /** Nothing is paused any more: what is paused while it fails would be told of for ever. */
  void activate() {
    put("/v2/check-groups/" + group, GROUP.formatted(true));
    ids.forEach(id -> put(PATH + "/" + id, "{\"activated\":true}"));
  }

  private void put(String path, String body) {
    try {
      client.get().put(path, body);
    } catch (AssertionError killedOrStopped) {
      unanswered.incrementAndGet();
    }
  }

  /** Changes that an instance was killed or stopped under. */
  int unanswered() {
    return unanswered.get();
  }
}
