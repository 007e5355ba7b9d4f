package dev.belfry.projects.deploy;

import dev.belfry.api.http.JsonText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Projects and deployments in answers. */
final class ProjectView {
  private ProjectView() {}

  static String of(ProjectRow row) {
    return members(row).end();
  }

  /** With the resources it has. */
  static String of(ProjectRow row, Map<ResourceKey, String> resources) {
    return members(row)
        .raw(
            "resources",
            JsonText.array(
                resources.entrySet().stream()
                    .map(entry -> resource(entry.getKey(), entry.getValue()))
                    .toList()))
        .end();
  }

  private static JsonText members(ProjectRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .string("logicalId", row.logicalId())
        .string("name", row.name())
        .string("repoUrl", row.repoUrl())
        .number("resourceCount", row.resources())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt());
  }

  private static String resource(ResourceKey key, String id) {
    JsonText text =
        JsonText.object().plain("type", key.type().wire()).string("logicalId", key.logicalId());
    return key.type().isNumbered()
        ? text.raw("physicalId", id).end()
        : text.plain("physicalId", id).end();
  }

  /** A deployment (wire contract 3.4). */
  static String of(Deployment deployment) {
    JsonText text =
        JsonText.object()
            .plain("id", deployment.id().toString())
            .string("logicalId", deployment.project())
            .plain("status", deployment.status().name())
            .flag("dryRun", deployment.dryRun())
            .number("progress", (long) deployment.progress());
    String code = deployment.errorCode();
    text.raw(
        "error",
        code == null
            ? "null"
            : JsonText.object()
                .plain("code", code)
                .string("message", deployment.errorMessage())
                .end());
    text.raw("result", deployment.diff() == null ? "null" : result(deployment, null));
    return text.time("createdAt", deployment.createdAt())
        .time("startedAt", deployment.createdAt())
        .time("endedAt", deployment.endedAt())
        .time("cancelRequestedAt", deployment.cancelRequestedAt())
        .end();
  }

  /**
   * The changes of a deployment that succeeded.
   *
   * @param project what is deployed, null when only its logical id is known
   */
  static String result(Deployment deployment, @Nullable Manifest project) {
    JsonText text = JsonText.object().raw("project", project(deployment, project));
    if (deployment.dryRun()) {
      text.plain("plan", deployment.id().toString());
    }
    return text.raw("diff", String.valueOf(deployment.diff())).end();
  }

  /** The result for a project that is not there. */
  static String nothing(String project) {
    return JsonText.object()
        .raw("project", JsonText.object().string("logicalId", project).end())
        .raw("diff", "[]")
        .end();
  }

  private static String project(Deployment deployment, @Nullable Manifest project) {
    JsonText text = JsonText.object().string("logicalId", deployment.project());
    return project == null
        ? text.end()
        : text.string("name", project.name()).string("repoUrl", project.repoUrl()).end();
  }
}
