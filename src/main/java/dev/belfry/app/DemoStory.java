package dev.belfry.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.UUID;

/**
 * The demo's content, created through the API: a shop with a healthy, a slow and a failing monitor,
 * a status page on which the failure opens an incident, and a channel that receives the alert. Each
 * creation has an idempotency key of its own, so that an interrupted one can be repeated. Blocks.
 */
final class DemoStory {
  private static final Set<Integer> LATER = Set.of(409, 503);
  private static final int MOST_REPETITIONS = 20;
  private static final long PAUSE_MILLIS = 500;
  private static final int DEGRADED_MILLIS = 1_000;

  private final HttpClient client = HttpClient.newHttpClient();
  private final String api;
  private final UUID account;
  private final String token;

  /**
   * @param api the address of the API
   * @param token a key of the account that may write
   */
  DemoStory(String api, UUID account, String token) {
    this.api = api;
    this.account = account;
    this.token = token;
  }

  /**
   * Creates all of it.
   *
   * @param targets the address of {@link DemoTargets}
   * @return the id of the healthy monitor
   */
  String create(String targets) throws IOException, InterruptedException {
    ArrayNode services = JsonNodeFactory.instance.arrayNode();
    String frontPage = service("Front page", services);
    String search = service("Search", services);
    String payments = service("Payments", services);
    ObjectNode page = object().put("name", "Acme shop").put("url", "demo");
    page.putArray("cards").addObject().put("name", "Shop").set("services", services);
    create("/v1/status-pages", "page", page);
    ObjectNode channel =
        object().put("type", "WEBHOOK").put("autoSubscribe", true).put("sendDegraded", true);
    channel
        .putObject("config")
        .put("name", "Demo receiver")
        .put("method", "POST")
        .put("url", targets + DemoTargets.RECEIVER);
    create("/v1/alert-channels", "channel " + targets, channel);
    long group =
        JsonText.parse(create("/v2/check-groups", "group", object().put("name", "Acme shop")))
            .get("id")
            .asLong();
    String first = monitor("Front page", targets + DemoTargets.HEALTHY, group, frontPage);
    monitor("Search", targets + DemoTargets.SLOW, group, search);
    monitor("Payments", targets + DemoTargets.FAILING, group, payments);
    return first;
  }

  private String service(String name, ArrayNode services) throws IOException, InterruptedException {
    String made =
        create("/v1/status-pages/services", "service " + name, object().put("name", name));
    String id = JsonText.parse(made).get("id").asText();
    services.addObject().put("id", id);
    return id;
  }

  private String monitor(String name, String url, long group, String service)
      throws IOException, InterruptedException {
    ObjectNode monitor =
        object()
            .put("name", name)
            .put("groupId", group)
            .put("frequency", 1)
            .put("degradedResponseTime", DEGRADED_MILLIS);
    monitor.putArray("tags").add("demo");
    monitor.putObject("request").put("url", url);
    monitor
        .putObject("triggerIncident")
        .put("serviceId", service)
        .put("severity", "MAJOR")
        .put("name", name + ": errors")
        .put("description", "Requests are failing. We are looking into it.")
        .put("notifySubscribers", false);
    String made = create("/v1/checks/url", "monitor " + url, monitor);
    return JsonText.parse(made).get("id").asText();
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Points a monitor at another address of the targets. */
  void move(String monitor, String url) throws IOException, InterruptedException {
    ObjectNode body = object();
    body.putObject("request").put("url", url);
    send("PUT", "/v1/checks/url/" + monitor, UUID.randomUUID(), body, 200);
  }

  private String create(String path, String what, ObjectNode body)
      throws IOException, InterruptedException {
    UUID once = UUID.nameUUIDFromBytes((account + " " + what).getBytes(UTF_8));
    return send("POST", path, once, body, 201);
  }

  /** A machine that has just started much may be slow for a moment. */
  private String send(String method, String path, UUID once, ObjectNode body, int expected)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(api + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", once.toString())
            .method(method, HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    for (int again = 0; again < MOST_REPETITIONS && LATER.contains(answer.statusCode()); again++) {
      Thread.sleep(PAUSE_MILLIS);
      answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    }
    if (answer.statusCode() != expected) {
      throw new IOException(path + " answered " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }
}
