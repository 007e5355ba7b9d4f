package dev.belfry.statuspages.page;

import dev.belfry.api.http.JsonText;

/** A service as answers show it (specification, "Service (status page service)"). */
public final class ServiceView {
  private ServiceView() {}

  /** The JSON text, alone or as an entry of an incident's {@code services}. */
  public static String of(ServiceRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .string("name", row.name())
        .plain("accountId", row.accountId().toString())
        .time("created_at", row.createdAt())
        .time("updated_at", row.updatedAt())
        .end();
  }
}
