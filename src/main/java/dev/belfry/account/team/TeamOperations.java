package dev.belfry.account.team;

import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.ApiResponse;
import dev.belfry.api.http.OperationRegistry;
import dev.belfry.api.http.PageList;
import dev.belfry.platform.db.Database;
import dev.belfry.platform.db.Ids;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.List;

/** The API's operations on teams. */
public final class TeamOperations {
  private final Teams teams;

  /** Creates the operations; {@code ids} makes the ids of teams. */
  public TeamOperations(Database database, Ids ids, InstantSource clock) {
    this.teams = new Teams(database, ids, clock);
  }

  /** Adds these operations to the registry. */
  public void register(OperationRegistry registry) {
    registry
        .add("listTeams", this::onListTeams)
        .add("createTeam", TeamCodec.BODY, this::onCreateTeam)
        .add("readTeam", this::onReadTeam)
        .add("updateTeam", TeamCodec.BODY, this::onUpdateTeam)
        .add("deleteTeam", this::onDeleteTeam)
        .inTurn("updateTeam");
  }

  Future<ApiResponse> onListTeams(ApiRequest request) {
    return teams
        .list(request.account(), request.number("limit"), PageList.offset(request))
        .map(
            page -> {
              List<String> entries = page.rows().stream().map(TeamCodec::view).toList();
              return new PageList(entries, page.total()).answer(request);
            });
  }

  Future<ApiResponse> onCreateTeam(ApiRequest request, TeamDraft draft) {
    return teams
        .create(request.account(), draft)
        .map(row -> ApiResponse.created(TeamCodec.view(row)));
  }

  Future<ApiResponse> onReadTeam(ApiRequest request) {
    return teams
        .read(request.account(), request.guid("id"))
        .map(row -> ApiResponse.ok(TeamCodec.view(row)));
  }

  Future<ApiResponse> onUpdateTeam(ApiRequest request, TeamDraft draft) {
    return teams
        .update(request.account(), request.guid("id"), draft)
        .map(row -> ApiResponse.ok(TeamCodec.view(row)));
  }

  Future<ApiResponse> onDeleteTeam(ApiRequest request) {
    return teams
        .delete(request.account(), request.guid("id"))
        .map(deleted -> ApiResponse.noContent());
  }
}
