package dev.belfry.monitoring.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.contract.Field;
import dev.belfry.api.http.ApiRequest;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.channel.CredentialMask;
import dev.belfry.monitoring.check.SecretText;
import dev.belfry.monitoring.dependency.Dependencies;

/** A group as an answer shows it (wire contract 1.6), never with the value of a secret. */
final class GroupView {
  private GroupView() {}

  /**
   * The answer's JSON text.
   *
   * @param request that is answered
   */
  static String of(GroupRow row, ApiRequest request) {
    JsonText answer =
        JsonText.object()
            .number("id", row.id())
            .members(settings(row, request))
            .raw("alertChannelSubscriptions", row.subscriptions())
            .time("created_at", row.createdAt())
            .time("updated_at", row.updatedAt());
    return Dependencies.addTo(answer, row.dependencies()).end();
  }

  private static String settings(GroupRow row, ApiRequest request) {
    ObjectNode settings = JsonText.parse(row.settings());
    Field<String> none = Field.of(null);
    Field<String> hidden = request.masksSecrets() ? Field.of(SecretText.TEXT) : none;
    ObjectNode shown =
        GroupCodec.with(
            settings,
            GroupSecrets.masked(
                GroupCodec.secrets(settings),
                hidden,
                password -> isEmpty(password) ? none : hidden));
    return (request.caller().seesCredentials() ? shown : CredentialMask.maskGroup(shown))
        .toString();
  }

  private static boolean isEmpty(Field<String> text) {
    String value = text.value();
    return value == null || value.isEmpty();
  }
}
