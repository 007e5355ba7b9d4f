package dev.belfry.engine.trigger;

import dev.belfry.api.auth.Caller;
import dev.belfry.api.http.JsonText;
import dev.belfry.platform.seal.IdTokens;

/** A trigger as an answer shows it. */
final class TriggerView {
  private final TriggerLinks links;

  TriggerView(TriggerLinks links) {
    this.links = links;
  }

  String of(TriggerRow row, Caller caller) {
    String token = caller.seesCredentials() ? links.token(row.nonce()) : IdTokens.HIDDEN;
    TriggerSubject subject = row.subject();
    JsonText answer = JsonText.object().number("id", row.id());
    if (subject.check() == null) {
      answer.number("groupId", subject.group());
    } else {
      answer.plain("checkId", subject.check().toString());
    }
    return answer
        .plain("token", token)
        .string("url", links.url(subject, token))
        .time("created_at", row.createdAt())
        .time("updated_at", null)
        .time("called_at", row.calledAt())
        .end();
  }
}
