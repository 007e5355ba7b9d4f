package dev.belfry.testing;

import java.net.URI;

/** Monitors whose pings a test sends, so that they fail and recover when it wants. */
public final class HeartbeatMonitors {
  private HeartbeatMonitors() {}

  /**
   * Creates a monitor that waits for a ping a day.
   *
   * @param more further members of the body, each with a comma behind it
   * @param channels ids of the channels that it tells
   * @return the path of its ping
   */
  public static String create(ApiClient client, String name, String more, String... channels) {
    StringBuilder list = new StringBuilder();
    for (String channel : channels) {
      list.append(list.isEmpty() ? "" : ",")
          .append("{\"alertChannelId\":%s,\"activated\":true}".formatted(channel));
    }
    String url =
        client
            .post(
                "/v1/checks/heartbeat",
                """
                {"name":"%s",%s"alertChannelSubscriptions":[%s],
                 "heartbeat":{"period":1,"periodUnit":"days","grace":0,"graceUnit":"minutes"}}"""
                    .formatted(name, more, list))
            .hasStatus(201)
            .at("/heartbeat/pingUrl")
            .asText();
    return URI.create(url).getRawPath();
  }
}
