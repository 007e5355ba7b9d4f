package dev.belfry.account.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.belfry.api.http.JsonText;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An entry of the audit log as an answer shows it, never with a secret. */
final class AuditView {
  private AuditView() {}

  /**
   * The answer's JSON text.
   *
   * @param mask hides what the caller may not see of a resource of this type; null for nothing
   */
  static String of(AuditEntry entry, @Nullable UnaryOperator<ObjectNode> mask) {
    return JsonText.object()
        .plain("id", entry.id().toGuid().toString())
        .plain("createdAt", JsonText.timestamp(Instant.ofEpochMilli(entry.id().millis())))
        .plain("action", entry.action())
        .raw("actor", new AuditActor(entry.actor(), entry.actorName(), entry.requestId()).json())
        .raw(
            "resource",
            JsonText.object()
                .plain("type", entry.resourceType())
                .string("id", entry.resourceId())
                .string("name", entry.name())
                .end())
        .raw("changes", changes(entry, mask))
        .end();
  }

  private static String changes(AuditEntry entry, @Nullable UnaryOperator<ObjectNode> mask) {
    ObjectNode before = document(entry.before());
    ObjectNode after = document(entry.after());
    return JsonText.array(
        Difference.between(before, after).stream()
            .map(one -> mask == null ? one : masked(one, before, after, mask))
            .map(AuditView::change)
            .toList());
  }

  /** A change of a credential stays one, though both sides look alike. */
  private static Difference masked(
      Difference one,
      @Nullable ObjectNode before,
      @Nullable ObjectNode after,
      UnaryOperator<ObjectNode> mask) {
    return new Difference(
        one.path(),
        one.from() == null || before == null ? null : value(mask.apply(before), one.path()),
        one.to() == null || after == null ? null : value(mask.apply(after), one.path()));
  }

  private static @Nullable JsonNode value(ObjectNode document, String path) {
    return Difference.masked(document.at(path));
  }

  private static String change(Difference difference) {
    JsonText text = JsonText.object().string("path", difference.path());
    if (difference.from() != null) {
      text.raw("from", difference.from().toString());
    }
    if (difference.to() != null) {
      text.raw("to", difference.to().toString());
    }
    return text.end();
  }

  private static @Nullable ObjectNode document(@Nullable String text) {
    return text == null ? null : JsonText.parse(text);
  }
}
