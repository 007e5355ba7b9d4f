package dev.belfry.testing;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A member of an account, an on-call schedule with a rotation of that member, and an override. */
public final class OnCallFixtures {
  private static final String PATH = "/v1/on-call-schedules";

  private OnCallFixtures() {}

  /** Makes them; the ids of schedule and override by the paths that they live under. */
  static Map<String, String> create(ApiClient client) {
    join(client);
    String schedule = client.post(PATH, rotation(client)).hasStatus(201).id();
    String overrides = PATH + "/" + schedule + "/overrides";
    return Map.of(
        PATH + "/",
        schedule,
        "/overrides/",
        client.post(overrides, override(client)).hasStatus(201).id());
  }

  private static void join(ApiClient client) {
    String email = "member." + UUID.randomUUID() + "@example.org";
    String link =
        client
            .post(
                "/v1/accounts/me/members",
                "{\"email\":\"%s\",\"role\":\"READ_ONLY\"}".formatted(email))
            .hasStatus(201)
            .at("/link")
            .asText();
    client
        .post(
            "/console/invitations",
            "{\"token\":\"%s\",\"name\":\"Grace\",\"password\":\"staple under a bridge\"}"
                .formatted(link.substring(link.indexOf('#') + 1)))
        .hasStatus(204);
  }

  /** The id of the member who joined first. */
  private static String member(ApiClient client) {
    return client
        .get("/v1/accounts/me/members?type=member")
        .hasStatus(200)
        .at("/members/0/id")
        .asText();
  }

  /** A body of a schedule in which a member of the client's account is on call week after week. */
  static String rotation(ApiClient client) {
    return rotation(List.of(member(client)), "\"turnUnit\":\"WEEK\",\"turnLength\":1");
  }

  /**
   * A body of a schedule.
   *
   * @param turns the members that say how long turns are
   */
  public static String rotation(List<String> users, String turns) {
    return """
        {"name":"First line","timeZone":"Europe/Berlin","rotation":{"userIds":%s,%s,
         "handoffTime":"09:00","startDate":"2026-03-09"}}"""
        .formatted(users.stream().map(user -> '"' + user + '"').toList(), turns);
  }

  /** A body that lets a member of the client's account take over for two days from tomorrow on. */
  public static String override(ApiClient client) {
    Instant today = Instant.now().truncatedTo(ChronoUnit.DAYS);
    return override(member(client), today.plus(1, ChronoUnit.DAYS), today.plus(3, ChronoUnit.DAYS));
  }

  /** A body that lets a person take over. */
  public static String override(String user, Instant from, Instant to) {
    return "{\"userId\":\"%s\",\"from\":\"%s\",\"to\":\"%s\"}".formatted(user, from, to);
  }
}
