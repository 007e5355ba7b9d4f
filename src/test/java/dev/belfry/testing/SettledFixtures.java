package dev.belfry.testing;

/** Things of an account that have ended, so that they stay as they are. */
final class SettledFixtures {
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
    }
    return id;
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
}
