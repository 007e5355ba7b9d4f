package dev.belfry.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Things of an account that have ended, or wait, so that they stay as they are. */
public final class SettledFixtures {
  private SettledFixtures() {}

  /** A message that has been given up, so that it stays as it is. */
  static String message(ApiClient client, String channel) {
    String id =
        client.send("POST", "/v1/alert-channels/" + channel + "/test", null).hasStatus(202).id();
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (client.get("/v1/alert-channels/" + channel).at("/health/dead").asInt() == 0) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the message is not given up");
      }
      Polling.pause();
    }
    return id;
  }

  /** An alert of a problem that goes on, about which no channel is told. */
  static String alert(ApiClient client) {
    String url =
        client
            .post(
                "/v1/checks/heartbeat",
                """
                {"name":"Silent","muted":true,
                 "heartbeat":{"period":1,"periodUnit":"days","grace":0,"graceUnit":"minutes"}}""")
            .hasStatus(201)
            .at("/heartbeat/pingUrl")
            .asText();
    client.send("POST", URI.create(url).getRawPath() + "/fail", null).hasStatus(200);
    return client.get("/v2/check-alerts?limit=1").hasStatus(200).at("/entries/0/id").asText();
  }

  /** A group of one alert that is not told before long, so that it stays as it is. */
  static String group(ApiClient client) {
    String channel =
        client
            .post(
                "/v1/alert-channels",
                """
                {"type":"EMAIL","config":{"address":"group@example.org"},
                 "grouping":{"by":["CHECK_GROUP"],"waitSeconds":3600}}""")
            .hasStatus(201)
            .id();
    String url =
        client
            .post(
                "/v1/checks/heartbeat",
                """
                {"name":"Grouped","alertChannelSubscriptions":[
                   {"alertChannelId":%s,"activated":true}],
                 "heartbeat":{"period":1,"periodUnit":"days","grace":0,"graceUnit":"minutes"}}"""
                    .formatted(channel))
            .hasStatus(201)
            .at("/heartbeat/pingUrl")
            .asText();
    client.send("POST", URI.create(url).getRawPath() + "/fail", null).hasStatus(200);
    long deadline = System.nanoTime() + 10_000_000_000L;
    while (client.get("/v1/alert-groups").hasStatus(200).at("/length").asInt() == 0) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the alert is in no group");
      }
      Polling.pause();
    }
    return client.get("/v1/alert-groups").at("/entries/0/id").asText();
  }

  /** A session that is over, so that it stays as it is. */
  static String session(ApiClient client, String check) {
    String id =
        client
            .post("/v2/check-sessions/trigger", "{\"target\":{\"checkId\":\"" + check + "\"}}")
            .hasStatus(201)
            .at("/sessions/0/checkSessionId")
            .asText();
    client.send("POST", "/v1/check-sessions/" + id + "/cancel", null);
    client.get("/v2/check-sessions/" + id + "/completion").hasStatus(200);
    return id;
  }

  /** The entry of a service that was made and deleted, which can be restored once. */
  public static String deleted(ApiClient client) {
    String path = "/v1/status-pages/services";
    String service = client.post(path, "{\"name\":\"Deleted\"}").hasStatus(201).id();
    client.delete(path + "/" + service).hasStatus(204);
    for (JsonNode entry : client.get("/v1/deleted-resources?limit=100").at("/entries")) {
      if (entry.at("/resource/id").asText().equals(service)) {
        return entry.path("id").asText();
      }
    }
    throw new AssertionError("not in the list of deleted resources: " + service);
  }

  /**
   * An invitation by its addresses, and the ids of a session and a device that a key cannot have.
   */
  static Map<String, String> people(ApiClient client, UUID account) {
    String invited =
        client
            .post("/v1/accounts/me/members", "{\"email\":\"ada@example.org\",\"role\":\"ADMIN\"}")
            .hasStatus(201)
            .id();
    return Map.of(
        "/v1/teams/",
        client.post("/v1/teams", "{\"name\":\"Night\"}").hasStatus(201).id(),
        "/v1/accounts/me/members/",
        invited,
        account + "/members/",
        invited,
        "/console/sessions/",
        UUID.randomUUID().toString(),
        "/console/devices/",
        UUID.randomUUID().toString());
  }

  /** Channels for a check, for the checks of a group, and for a team. */
  static List<String> channels(Map<String, String> ids) {
    String some =
        """
        {"type":"EMAIL","config":{"address":"a@e.org"},
         "subscriptions":[{"%s":%s,"activated":true}]}""";
    return List.of(
        some.formatted("checkId", '"' + ids.get("/checks/") + '"'),
        some.formatted("groupId", ids.get("/v1/check-groups/")),
        "{\"type\":\"MEMBER\",\"config\":{\"teamId\":\"%s\"}}".formatted(ids.get("/v1/teams/")));
  }
}
