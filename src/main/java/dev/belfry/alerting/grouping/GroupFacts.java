package dev.belfry.alerting.grouping;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.api.http.JsonText;
import dev.belfry.monitoring.check.Reason;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What alerts may have in common.
 *
 * @param groupId of the check group, null for a check in none
 * @param groupName of the same
 * @param tags of the check and its group
 * @param target that is asked, empty for none
 * @param address that answered, or was tried last, empty when unknown
 * @param failure kind of the failure
 */
record GroupFacts(
    @Nullable Long groupId,
    String groupName,
    List<String> tags,
    String target,
    String address,
    String failure) {
  GroupFacts {
    tags = List.copyOf(tags);
  }

  /** Reads them from the column {@code first} on. */
  static GroupFacts of(Row row, int first) {
    JsonNode context = JsonText.parse(row.getString(first));
    List<String> tags = new ArrayList<>();
    context.path("TAGS").forEach(tag -> tags.add(tag.asText()));
    String address = row.getString(first + 3);
    Integer reason = row.getInteger(first + 2);
    return new GroupFacts(
        row.getLong(first + 1),
        context.path("GROUP_NAME").asText(""),
        tags,
        context.path("url").asText(""),
        address == null ? "" : address,
        failure(
            Reason.of(reason == null ? 0 : reason),
            context.path("API_CHECK_RESPONSE_STATUS_CODE").asText("")));
  }

  /** The reason, and for one that is a status, which. */
  private static String failure(Reason reason, String status) {
    return reason == Reason.STATUS && !status.isEmpty() ? "STATUS " + status : reason.name();
  }

  /** Name or address of the host in the target, in lower case. */
  String host() {
    int scheme = target.indexOf("://");
    String rest = scheme < 0 ? target : target.substring(scheme + 3);
    rest = rest.split("[/?#\\s]", 2)[0];
    rest = rest.substring(rest.lastIndexOf('@') + 1);
    int bracket = rest.indexOf(']');
    int colon = bracket < 0 ? rest.indexOf(':') : rest.indexOf(':', bracket);
    boolean hasPort = colon >= 0 && (bracket >= 0 || colon == rest.lastIndexOf(':'));
    return (hasPort ? rest.substring(0, colon) : rest).toLowerCase(Locale.ROOT);
  }
}
