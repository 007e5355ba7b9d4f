package dev.belfry.account.profile;

import dev.belfry.api.http.JsonText;

/** An account as an answer shows it (wire contract 2.4). */
final class AccountView {
  static final String PLAN = "SELF_HOSTED";
  static final String PLAN_NAME = "Self-hosted";

  private AccountView() {}

  /** The answer's JSON text. */
  static String of(AccountRow row) {
    return JsonText.object()
        .plain("id", row.id().toString())
        .string("name", row.name())
        .string("runtimeId", row.runtimeId())
        .plain("plan", PLAN)
        .plain("planDisplayName", PLAN_NAME)
        .raw("addons", "{}")
        .raw("settings", "{}")
        .raw("alertSettings", row.alertSettings())
        .raw("features", "[]")
        .end();
  }
}
