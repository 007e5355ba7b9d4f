package dev.belfry.account.team;

import dev.belfry.testing.ApiClient;
import dev.belfry.testing.ApiReply;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Requests about teams. */
public record TeamRequests(ApiClient client) {
  public static final String TEAMS = "/v1/teams";

  ApiReply create(String name, String... userIds) {
    return client.post(TEAMS, body(name, userIds));
  }

  /** Makes a team; its id. */
  public String team(String name, String... userIds) {
    return create(name, userIds).hasStatus(201).matchesContract("createTeam").id();
  }

  /** The body of a team. */
  public static String body(String name, String... userIds) {
    return "{\"name\":\"%s\",\"userIds\":[%s]}"
        .formatted(
            name,
            List.of(userIds).stream().map(id -> '"' + id + '"').collect(Collectors.joining(",")));
  }

  /** The ids of the members of a team, by name. */
  public List<String> members(String team) {
    List<String> ids = new ArrayList<>();
    client
        .get(TEAMS + "/" + team)
        .hasStatus(200)
        .matchesContract("readTeam")
        .at("/members")
        .forEach(one -> ids.add(one.path("userId").asText()));
    return ids;
  }

  /** The body of a channel for a team. */
  public static String channelBody(String team) {
    return "{\"type\":\"MEMBER\",\"config\":{\"teamId\":\"%s\",\"name\":\"Night\"}}"
        .formatted(team);
  }
}
